import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')

const pages = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((page) => page !== '' && existsSync(join(ROOT, page)))

const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** What a page links to in the repository, and does not find. */
const brokenLinksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), decodeURIComponent(path)))
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && (statSync(join(ROOT, target)).isDirectory() || !anchorsOf(target).includes(anchor))
    })

test('every link of a page to another one leads somewhere', () => {
  const broken = Object.fromEntries(pages.map((page) => [page, brokenLinksOf(page)]))
  expect(Object.fromEntries(Object.entries(broken).filter(([, links]) => links.length > 0))).toEqual({})
  expect(pages).toContain('docs/ARCHITECTURE.md')
})
