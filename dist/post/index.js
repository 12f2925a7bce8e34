import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 561:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  n: () => (/* binding */ cleanUp)
});

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: ./lib/host/process-tree.js


/** The variable that every child is started with: descendants inherit it, wherever they hide. */
const MARK = 'PAIRGATE_PROCESS';
/** A mark for one child: it begins with the number of this process, and its length is constant. */
function newMark() {
    return `${String(process.pid).padStart(10, '0')}-${randomUUID()}`;
}
/** A process that forks while it is ended may slip through one sweep, hardly through this many. */
const SWEEPS = 5;
/**
 * Ends the process group of `leader` and its descendants outside the group: those that are still below it, and those
 * that carry `mark`, whose parents are gone. Without /proc (macOS) only the group is ended.
 */
function endTree(leader, mark) {
    const below = descendantsOf(leader);
    // One that was forked a moment ago leads no group yet.
    end(leader);
    endGroup(leader);
    for (const pid of below)
        end(pid);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
        const marked = markedBy(mark);
        if (marked.length === 0)
            return;
        for (const pid of marked)
            end(pid);
    }
}
/** Ends what runs that are over left behind: marked processes whose starter is gone. Those of other containers stay. */
function process_tree_endLeftovers() {
    const own = process_tree_pidNamespace();
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
        const left = processes().filter((pid) => process_tree_pidNamespace(pid) === own && isOrphan(pid));
        if (left.length === 0)
            return;
        for (const pid of left)
            end(pid);
    }
}
function isOrphan(pid) {
    const mark = new RegExp(`(?:^|\\0)${MARK}=(\\d{10})-`).exec(read(`/proc/${pid}/environ`));
    return mark !== null && !isAlive(Number(mark[1]));
}
/** Whether there is a process of this number, whoever it belongs to. */
function isAlive(pid) {
    try {
        process.kill(pid, 0);
        return true;
    }
    catch (error) {
        return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
    }
}
/** Process numbers mean something only inside one namespace: containers may share a directory and a host. */
function process_tree_pidNamespace(pid = 'self') {
    try {
        return (0,external_node_fs_namespaceObject.readlinkSync)(`/proc/${pid}/ns/pid`);
    }
    catch {
        return 'none';
    }
}
/** Ends what is left of the process group of `leader`. */
function endGroup(leader) {
    end(-leader);
}
function end(pid) {
    try {
        process.kill(pid, 'SIGKILL');
    }
    catch {
        // It is gone already, or it is another user's: there is nothing more that we may do.
    }
}
function descendantsOf(leader) {
    const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]));
    const found = [leader];
    for (const parent of found) {
        for (const [pid, itsParent] of parents)
            if (itsParent === parent)
                found.push(pid);
    }
    return found.slice(1);
}
function markedBy(mark) {
    const entry = `${MARK}=${mark}`;
    return processes().filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(entry));
}
function processes() {
    try {
        return (0,external_node_fs_namespaceObject.readdirSync)('/proc')
            .filter((name) => /^\d+$/.test(name))
            .map(Number);
    }
    catch {
        return [];
    }
}
/** The name in /proc/PID/stat may hold blanks and brackets: the fields are counted from the last bracket. */
function parentOf(pid) {
    const stat = read(`/proc/${pid}/stat`);
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
function read(path) {
    try {
        return (0,external_node_fs_namespaceObject.readFileSync)(path, 'latin1');
    }
    catch {
        return '';
    }
}

;// CONCATENATED MODULE: external "node:fs/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./lib/model/failure.js
/** An error the user can mend: a sentence that says what is wrong and what to do; shown without a stack. */
class failure_UserError extends Error {
    name = 'UserError';
}
/** The run was ended from outside, by a signal; no fault of the program, so it is shown without a stack too. */
class Interrupted extends failure_UserError {
    name = 'Interrupted';
    constructor(signal) {
        super(signal === undefined ? 'the run was interrupted' : `the run was interrupted by ${signal}`);
    }
}
/** The message of anything thrown, with the messages of its causes after it. */
function describeError(error) {
    if (!(error instanceof Error))
        return String(error);
    return error.cause === undefined ? error.message : `${error.message} (${describeError(error.cause)})`;
}

;// CONCATENATED MODULE: ./lib/host/temporary.js






const PREFIX = 'pairgate-';
/** Makes a fresh directory under `TMPDIR`, after removing those that dead processes of ours left there. */
async function makeTemporaryDirectory(environment) {
    const parent = temporaryParent(environment);
    endLeftovers();
    await removeLeftovers(parent);
    const path = await make(parent);
    await writeFile(join(path, 'pid'), `${process.pid} ${pidNamespace()}\n`);
    // A second signal leaves at once, without unwinding: the directory goes all the same.
    const removeAtExit = () => rmSync(path, { recursive: true, force: true });
    process.once('exit', removeAtExit);
    return {
        path,
        [Symbol.asyncDispose]: async () => {
            await removeTree(path);
            process.off('exit', removeAtExit);
        },
    };
}
/** Where temporary directories are made. */
function temporaryParent(environment) {
    return environment.TMPDIR || (0,external_node_os_namespaceObject.tmpdir)();
}
async function make(parent) {
    try {
        return await mkdtemp(join(await realpath(parent), PREFIX));
    }
    catch (error) {
        throw new UserError(`no temporary directory can be made in ${parent}: set TMPDIR to one that may be written`, {
            cause: error,
        });
    }
}
/** Removes a directory with everything in it, also what its owner may not write. */
async function removeTree(path) {
    try {
        await (0,promises_namespaceObject.rm)(path, { recursive: true, force: true, maxRetries: 3 });
    }
    catch {
        await makeWritable(path);
        await (0,promises_namespaceObject.rm)(path, { recursive: true, force: true, maxRetries: 3 });
    }
}
async function makeWritable(directory) {
    await (0,promises_namespaceObject.chmod)(directory, 0o700).catch(() => undefined);
    for (const entry of await entriesOf(directory)) {
        if (entry.isDirectory())
            await makeWritable((0,external_node_path_namespaceObject.join)(directory, entry.name));
    }
}
/** Removes what runs that are over left in `parent`: directories that name a process which is gone. */
async function removeLeftovers(parent) {
    for (const entry of await entriesOf(parent)) {
        if (!entry.isDirectory() || !entry.name.startsWith(PREFIX))
            continue;
        const path = (0,external_node_path_namespaceObject.join)(parent, entry.name);
        if (await isLeftover(path))
            await removeTree(path).catch(() => undefined);
    }
}
/** Whether a directory is this user's and names a process that could be seen from here and is gone. */
async function isLeftover(directory) {
    try {
        if ((await (0,promises_namespaceObject.lstat)(directory)).uid !== process.getuid?.())
            return false;
        const [pid = '', namespace = ''] = (await (0,promises_namespaceObject.readFile)((0,external_node_path_namespaceObject.join)(directory, 'pid'), 'utf8')).trim().split(' ');
        return /^[1-9]\d*$/.test(pid) && namespace === process_tree_pidNamespace() && !isAlive(Number(pid));
    }
    catch {
        return false;
    }
}
async function entriesOf(directory) {
    return (0,promises_namespaceObject.readdir)(directory, { withFileTypes: true }).catch(() => []);
}

;// CONCATENATED MODULE: ./lib/commands/clean-up.js


/** After a job, however it ended: no process and no checkout of a run that was cancelled stays on the machine. */
async function cleanUp(environment) {
    process_tree_endLeftovers();
    await removeLeftovers(temporaryParent(environment));
}


/***/ }),

/***/ 317:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _commands_clean_up_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(561);

await (0,_commands_clean_up_js__WEBPACK_IMPORTED_MODULE_0__/* .cleanUp */ .n)(process.env);

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(317);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
