import { catalogue, type ErrorEnum } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import { docUrls, ERRORS_PAGE, errorsPage } from './error-docs.ts'

const page = errorsPage()
const names = Object.keys(catalogue) as ErrorEnum[]

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')

describe('the page of errors', () => {
  test.each(names)('has one section of %s: its status, its type, what it means and what to do', (name) => {
    const sections = [...page.matchAll(new RegExp(`<section id="${name}">([^]*?)</section>`, 'g'))]
    expect(sections).toHaveLength(1)
    const { type, http, meaning } = catalogue[name]
    const shown = plain(sections[0]?.[1] ?? '').replaceAll('&amp;', '&')
    for (const part of [name, `HTTP ${http}, type ${type}`, meaning.replaceAll('`', '')]) expect(shown).toContain(part)
    expect(shown).toMatch(/What to do: [A-Z].{20,}\.\n?$/)
  })

  test('has no id twice, and leads to those it has', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id)
  })

  test('holds all it needs: nothing is loaded, and no script is run', () => {
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|@import|https?:/)
    expect([...page.matchAll(/href="([^#"][^"]*)"/g)].map(([, to]) => to)).toEqual(['../docs'])
  })
})

test.each([
  ['https://books.example', 'https://books.example/docs/errors#BillNotFound'],
  ['https://books.example/', 'https://books.example/docs/errors#BillNotFound'],
  ['https://example.com/books/', 'https://example.com/books/docs/errors#BillNotFound'],
])('a gateway at %s explains an error at %s', (baseUrl, address) => {
  expect(docUrls(baseUrl)('BillNotFound')).toBe(address)
  expect(address).toContain(ERRORS_PAGE)
})
