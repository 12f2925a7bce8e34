/** The page's style: no font, image or colour from anywhere else. */
export const style = `
:root { color-scheme: light dark; --text: #1d2330; --dim: #626b7d; --back: #ffffff; --raised: #f5f6f9; --line: #dfe3ea;
  --trouble: #8a2bb5; --bad: #c2271b; --doubt: #8d6100; --good: #1a7a3c; --quiet: #626b7d }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8f0; --dim: #98a2b5; --back: #13161c; --raised: #1c2029; --line: #303745;
  --trouble: #d79bf2; --bad: #ff8278; --doubt: #e6b450; --good: #6fd08c; --quiet: #98a2b5 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 84rem; padding: 2rem 1.5rem 4rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.25 }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem }
h3 { margin: 1.5rem 0 .5rem; font-size: 1rem }
p { margin: .25rem 0 }
.headline { font-size: 1.1rem }
.closing { margin: 1rem 0 0; padding: .6rem .9rem; border-left: 4px solid var(--line); background: var(--raised) }
.legend, .dim { color: var(--dim) }
.said { white-space: pre-wrap; overflow-wrap: anywhere }
.trouble { color: var(--trouble) } .bad { color: var(--bad) } .doubt { color: var(--doubt) } .good { color: var(--good) } .quiet { color: var(--quiet) }
code, .mono { font: .87em/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1.25rem; margin: .75rem 0 }
dt { color: var(--dim) } dd { margin: 0; overflow-wrap: anywhere }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .55rem; text-align: left; vertical-align: baseline; white-space: nowrap }
thead th { position: sticky; top: 0; background: var(--back); border-bottom: 2px solid var(--line); color: var(--dim); font-size: .85rem; font-weight: 600; white-space: normal; vertical-align: bottom }
tbody th.group { padding-top: 1.4rem; font-size: 1rem }
tr.row td { border-top: 1px solid var(--line) }
td.name { white-space: normal; overflow-wrap: anywhere; min-width: 14.5rem; max-width: 26rem }
.number { text-align: right }
.verdict { font-weight: 650 }
tr.more td { padding-top: 0; white-space: normal; color: var(--dim); font-size: .88rem; overflow-wrap: anywhere }
ul { margin: .25rem 0; padding-left: 1.25rem }
details > summary { cursor: pointer; color: var(--dim) }
tr.more dl { margin: .4rem 0 .8rem 1rem }
.side { padding: .1rem 1rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); min-width: 0 }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 1rem }
`
