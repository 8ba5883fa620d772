export const noticeOfMeeting = 'Notice of meeting: {kind}'
export const cancelledKind = 'Cancelled: {kind}'
