import { refuse } from '#core/refusal.ts'

type File = { starts: (signature: Buffer | string) => boolean; has: (part: Buffer | string) => boolean }

/** The container of old workbooks and documents, and of new ones behind a password. */
const isOldOffice = ({ starts }: File) => starts(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
/** The names of a ZIP archive's parts are in it as they are. */
const isZipWith =
  (part: string) =>
  ({ starts, has }: File) =>
    starts('PK\x03\x04') && has(part)
const wide = (text: string) => Buffer.from(text, 'utf16le')

/** What people send that is no table, the surest first, and what to do with it. */
const kinds: readonly [is: (file: File) => boolean, sentence: string][] = [
  [
    (file) => isOldOffice(file) && file.has(wide('EncryptedPackage')),
    'This workbook has a password. Open it in Excel, take the password off, save it and choose it again.',
  ],
  [
    (file) => isZipWith('word/document')(file) || (isOldOffice(file) && file.has(wide('WordDocument'))),
    'This is a Word document. Copy its table into Excel, save it as a workbook (.xlsx) and choose that.',
  ],
  [
    isOldOffice,
    'This is an old Excel workbook (.xls). Open it in Excel, save it as an Excel workbook (.xlsx) and choose that.',
  ],
  [
    isZipWith('xl/workbook.bin'),
    'This is a binary Excel workbook (.xlsb). Open it in Excel, save it as an Excel workbook (.xlsx) and choose that.',
  ],
  [
    isZipWith('mimetypeapplication/vnd.oasis'),
    'This is a LibreOffice sheet (.ods). Open it there, save it as an Excel workbook (.xlsx) and choose that.',
  ],
  [isZipWith('Index/Document.iwa'), 'This is a Numbers sheet. Open it in Numbers, export it to Excel and choose that.'],
  [
    ({ starts }) => starts('%PDF-'),
    'This is a PDF, and its figures can’t be read reliably. Ask for the same list as Excel or CSV and choose that.',
  ],
  [
    ({ starts }) => starts('{\\rtf'),
    'This is a text document (.rtf). Copy its table into Excel, save it as a workbook (.xlsx) and choose that.',
  ],
  [
    ({ starts }) => [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'GIF8'].some(starts),
    'This is a picture. Choose the Excel or CSV file itself.',
  ],
]

/** Refuses with what to do a file of a kind that can't be read: file_of_other_kind. */
export function refuseOtherKinds(content: Buffer): void {
  const file: File = {
    starts: (signature) => content.subarray(0, signature.length).equals(Buffer.from(signature)),
    has: (part) => content.includes(part),
  }
  const [, sentence] = kinds.find(([is]) => is(file)) ?? []
  if (sentence !== undefined) refuse('file_of_other_kind', { field: 'file', sentence })
}
