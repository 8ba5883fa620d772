/** Bytes of a segment of the write-ahead log, as initdb makes it where no other size is asked for. */
export const segmentBytes = 16 * 1024 * 1024
const segmentsInLog = 2 ** 32 / segmentBytes

/** The name of a segment: timeline, log, segment, eight hexadecimal digits each. */
const segmentName = /^[0-9A-F]{24}$/
const historyName = /^([0-9A-F]{8})\.history$/

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** Counts the segments of a log from its beginning; the same on every timeline. */
export function segmentOf(lsn: string): number {
  const [high = '', low = ''] = lsn.split('/')
  return Number.parseInt(high, 16) * segmentsInLog + Math.floor(Number.parseInt(low, 16) / segmentBytes)
}

export function fileOf(timeline: number, segment: number): string {
  return `${hex(timeline)}${hex(Math.floor(segment / segmentsInLog))}${hex(segment % segmentsInLog)}`
}

export function segmentIn(file: string): number | undefined {
  if (!segmentName.test(file)) return undefined
  return Number.parseInt(file.slice(8, 16), 16) * segmentsInLog + Number.parseInt(file.slice(16), 16)
}

/** A timeline begins at its first segment; where it was left for the next one, nothing after that place counts. */
export type Timelines = { timeline: number; first: number; leftAt?: string }[]

/**
 * The newest timeline and those that it comes from, newest first. `history` is the text of its file, which names each earlier
 * timeline and where it was left.
 */
export function timelinesOf(newest: number, history: string): Timelines {
  const left = [...history.matchAll(/^(\d+)\t([0-9A-F]+\/[0-9A-F]+)\t/gm)].map(([, timeline, leftAt = '']) => ({
    timeline: Number(timeline),
    leftAt,
  }))
  return [...left, { timeline: newest }]
    .map((each, index) => ({ ...each, first: index === 0 ? 0 : segmentOf(left[index - 1]?.leftAt ?? '0/0') }))
    .toReversed()
}

/** Whether the newest timeline comes through this place of the log. */
export function leadsThrough(timelines: Timelines, { lsn, timeline }: { lsn: string; timeline: number }): boolean {
  const found = timelines.find((each) => each.timeline === timeline)
  return found !== undefined && (found.leftAt === undefined || placeOf(lsn) <= placeOf(found.leftAt))
}

function placeOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The newest timeline of which there is a file. */
export function newestTimeline(files: readonly string[]): number {
  return Math.max(
    1,
    ...files.flatMap((file) => {
      if (!segmentName.test(file) && !historyName.test(file)) return []
      return [Number.parseInt(file.slice(0, 8), 16)]
    }),
  )
}

export const historyFile = (timeline: number) => `${hex(timeline)}.history`

/** The segments from `first` that are there without a gap, and the file that is missing before a later one, if any. */
export function segmentsWithoutGap(
  files: ReadonlySet<string>,
  timelines: Timelines,
  first: number,
): { found: string[]; missing?: string } {
  const last = Math.max(first - 1, ...[...files].map((file) => segmentIn(file) ?? 0))
  const found: string[] = []
  for (let segment = first; segment <= last; segment += 1) {
    const timeline = timelines.find((each) => each.first <= segment)?.timeline ?? 1
    const file = fileOf(timeline, segment)
    if (!files.has(file)) return { found, missing: file }
    found.push(file)
  }
  return found.length > 0 ? { found } : { found, missing: fileOf(timelines[0]?.timeline ?? 1, first) }
}
