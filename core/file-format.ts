/** What a report is downloaded as. */
export const fileFormats = ['csv', 'xlsx', 'pdf'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The format of a file, where one is asked for. */
export function fileFormatOf(asked: 'json' | FileFormat | undefined): FileFormat | undefined {
  return asked === 'json' ? undefined : asked
}
