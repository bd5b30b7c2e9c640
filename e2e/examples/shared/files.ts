/** Files that an example leaves. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Books } from './books.ts'

export type Saved = { title: string; file: string; bytes: number }

/** Fetches a file by its link. */
export async function saveFile(
  { pacioli }: Books,
  { title, file: name }: Pick<Saved, 'title' | 'file'>,
  link: Parameters<Books['pacioli']['download']>[0],
  directory: string,
): Promise<Saved> {
  const bytes = await (await pacioli.download(link)).bytes()
  mkdirSync(directory, { recursive: true })
  const file = join(directory, name)
  writeFileSync(file, bytes)
  return { title, file, bytes: bytes.length }
}
