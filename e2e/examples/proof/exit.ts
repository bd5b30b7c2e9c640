/** What a business takes along: all of its books in one file, which proves itself. */
import { lineOf, openBundle, verifyBundle } from 'pacioli-verify'
import { B, type Books } from '../shared/books.ts'
import { saveFile, type Saved } from '../shared/files.ts'

export async function takeBooks(books: Books, directory: string): Promise<Saved> {
  const { body } = await books.pacioli.POST(`${B}/exports/books`, { params: { path: books.path } })
  return saveFile(books, { title: 'All books', file: 'books.zip' }, body.data, directory)
}

/** What is wrong with that file, without asking the installation that wrote it. */
export async function verifiedFile(file: string, kept: readonly { name: string; note: string }[]): Promise<string[]> {
  const bundle = await openBundle(file)
  const wrong: string[] = []
  try {
    for await (const finding of verifyBundle(bundle, { keys: [], kept, now: () => new Date() }))
      wrong.push(lineOf(finding))
  } finally {
    bundle.close()
  }
  return wrong
}
