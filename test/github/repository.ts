/** The repository that the stand-in for GitHub serves. */
export const REPOSITORY = 'acme/fastlib'

/** When everything happened that a test gives no time for. */
export const THEN = '2026-01-05T10:00:00Z'

const API = 'https://api.github.com'
const WEB = 'https://github.com'

/** The address of something under a repository in the API. */
export function apiUrl(path: string, repository = REPOSITORY): string {
  return `${API}/repos/${repository}${path}`
}

/** The address of something under a repository for people. */
export function webUrl(path: string, repository = REPOSITORY): string {
  return `${WEB}/${repository}${path}`
}

/** An account; a login that ends with `[bot]` belongs to an app. */
export function userOf(login: string) {
  const url = `${API}/users/${encodeURIComponent(login)}`
  return {
    login,
    id: numberOf(login),
    node_id: `U_${numberOf(login)}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${numberOf(login)}`,
    gravatar_id: '',
    url,
    html_url: `${WEB}/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  }
}

/** What an account may read of itself. */
export function profileOf(login: string) {
  return {
    ...userOf(login),
    ...{ name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null },
    ...{ public_repos: 1, public_gists: 0, followers: 0, following: 0, created_at: THEN, updated_at: THEN },
  }
}

/** What each repository links to: the name of the link without `_url`, and its path. */
const LINKS = {
  archive: '/{archive_format}{/ref}',
  assignees: '/assignees{/user}',
  blobs: '/git/blobs{/sha}',
  branches: '/branches{/branch}',
  collaborators: '/collaborators{/collaborator}',
  comments: '/comments{/number}',
  commits: '/commits{/sha}',
  compare: '/compare/{base}...{head}',
  contents: '/contents/{+path}',
  contributors: '/contributors',
  deployments: '/deployments',
  downloads: '/downloads',
  events: '/events',
  forks: '/forks',
  git_commits: '/git/commits{/sha}',
  git_refs: '/git/refs{/sha}',
  git_tags: '/git/tags{/sha}',
  hooks: '/hooks',
  issue_comment: '/issues/comments{/number}',
  issue_events: '/issues/events{/number}',
  issues: '/issues{/number}',
  keys: '/keys{/key_id}',
  labels: '/labels{/name}',
  languages: '/languages',
  merges: '/merges',
  milestones: '/milestones{/number}',
  notifications: '/notifications{?since,all,participating}',
  pulls: '/pulls{/number}',
  releases: '/releases{/id}',
  stargazers: '/stargazers',
  statuses: '/statuses/{sha}',
  subscribers: '/subscribers',
  subscription: '/subscription',
  tags: '/tags',
  teams: '/teams',
  trees: '/git/trees{/sha}',
} as const

/** A repository as lists of runs hold it. */
export function minimalRepositoryOf(repository: string) {
  const [owner = '', name = ''] = repository.split('/')
  const id = repository === REPOSITORY ? 123_456 : numberOf(repository)
  const links = Object.entries(LINKS).map(([link, path]) => [`${link}_url`, apiUrl(path, repository)])
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: repository,
    owner: userOf(owner),
    private: false,
    html_url: webUrl('', repository),
    description: null,
    fork: repository !== REPOSITORY,
    url: apiUrl('', repository),
    ...Object.fromEntries(links),
  }
}

/** A repository as pull requests hold it. */
export function repositoryOf(repository: string, defaultBranch = 'main') {
  return {
    ...minimalRepositoryOf(repository),
    clone_url: webUrl('.git', repository),
    default_branch: defaultBranch,
    git_url: `git://github.com/${repository}.git`,
    ssh_url: `git@github.com:${repository}.git`,
    svn_url: webUrl('', repository),
    ...{ has_downloads: true, has_issues: true, has_projects: false, has_wiki: false, has_pages: false },
    ...{ homepage: null, language: 'C++', mirror_url: null, license: null },
    ...{ archived: false, disabled: false, visibility: 'public' },
    ...{ forks: 0, forks_count: 0, open_issues: 0, open_issues_count: 0, size: 12 },
    ...{ stargazers_count: 0, watchers: 0, watchers_count: 0 },
    ...{ pushed_at: THEN, created_at: THEN, updated_at: THEN },
  }
}

/** A repository as it answers for itself. */
export function fullRepositoryOf(repository: string, defaultBranch = 'main') {
  return {
    ...repositoryOf(repository, defaultBranch),
    ...{ has_discussions: false, network_count: 0, subscribers_count: 0 },
  }
}

/** The same number for the same name, as accounts and repositories have. */
function numberOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)
}
