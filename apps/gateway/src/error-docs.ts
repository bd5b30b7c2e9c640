/** The page that explains the errors of the catalogue, and the address of each on it. Pure. */
import { catalogue, type ErrorEnum } from '@pacioli/errors'
import { whatToDo } from './error-advice.ts'

export const ERRORS_PAGE = '/docs/errors'

/** The address of an error's explanation. */
export type DocUrl = (name: ErrorEnum) => string

/** @param baseUrl how callers reach the gateway */
export const docUrls = (baseUrl: string): DocUrl => {
  const page = `${baseUrl.replace(/\/+$/, '')}${ERRORS_PAGE}`
  return (name) => `${page}#${name}`
}

/** The page, made from the catalogue alone and self-contained. */
export function errorsPage(): string {
  const names = Object.keys(catalogue) as ErrorEnum[]
  const byType = [...Map.groupBy(names, (name) => catalogue[name].type)]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the Pacioli API</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Errors of the Pacioli API</h1>
<p>An answer that is no success has one of these names in <code>error_enum</code>, and in <code>meta.doc_url</code> the
address of its section here. Each of its <code>errors</code> has its own. The <a href="../docs">reference</a> says which of
them an operation can answer.</p>
<nav>${byType.map(([type]) => `<a href="#type-${type}">${type}</a>`).join(' ')}</nav>
${byType.map(([type, ofType]) => typeSection(type, ofType)).join('\n')}
</body>
</html>
`
}

const typeSection = (type: string, names: readonly ErrorEnum[]): string =>
  `<h2 id="type-${type}">${type}</h2>\n${names.map(errorSection).join('\n')}`

function errorSection(name: ErrorEnum): string {
  const { type, http, meaning } = catalogue[name]
  return `<section id="${name}">
<h3><a href="#${name}">${name}</a></h3>
<p class="facts">HTTP ${http}, type <code>${type}</code></p>
<p>${inHtml(meaning)}</p>
<p><strong>What to do:</strong> ${inHtml(whatToDo(name))}</p>
</section>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text with backticks turned into code. */
const inHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '').replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
h3 { margin: 1.5rem 0 0 } h3 a { color: inherit; text-decoration: none } p { margin: .25rem 0 }
code { background: #f2f2f2; padding: 0 .2em } .facts { color: #555 } section:target { background: #fff6d6 }
nav a { margin-right: .5rem }
`
