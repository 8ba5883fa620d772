import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The words of a PDF, page after page. */
export async function pdfText(path: string): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => (await document.getPage(index + 1)).getTextContent()),
  )
  return pages.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join('')
}

/** Where the file is stored that a button downloads. */
export async function downloaded(page: Page, name: string | RegExp, within: Page | Locator = page): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), within.getByRole('button', { name }).click()])
  return await file.path()
}
