export const someOr = '{some} or {months}'
export const countMonth = '{count} month|{count} months'
export const rate = '{months} {percent} %'
export const rateFrom = '{months} from {from} {percent} %'
