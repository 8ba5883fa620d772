import {
  Banknote,
  BookOpen,
  BookUser,
  CalendarRange,
  AlarmClock,
  Armchair,
  ChartPie,
  ChartNoAxesCombined,
  ChevronRight,
  ClipboardList,
  Dices,
  FileSpreadsheet,
  FileUp,
  FolderCheck,
  GitCompare,
  HandCoins,
  Landmark,
  ListTree,
  Lock,
  PiggyBank,
  Scale,
  ScrollText,
  ShieldCheck,
  TriangleAlert,
  UserRoundX,
  Users,
  WalletCards,
} from 'lucide'
import type { Permission } from '#core/actor.ts'
import { type ReportName, reportGroups, reports } from '#features/accounting/books/rules/report.ts'
import { HrefLink } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Card } from '#ui/Card.tsx'
import { Icon, type IconPicture } from '#ui/Icon.tsx'
import { Page } from '#ui/Page.tsx'
import './ReportsPage.css'

type Way = { name: string; icon: IconPicture; title: string; says: string; needs?: Permission }

const here = '/coop/financial-operations/reports'

const icons: Record<ReportName, IconPicture> = {
  'members-register': BookUser,
  contributions: CalendarRange,
  'shares-register': ChartPie,
  loans: Banknote,
  arrears: AlarmClock,
  defaulters: UserRoundX,
  'portfolio-at-risk': TriangleAlert,
  provisions: PiggyBank,
  'deduction-schedule': ClipboardList,
  'deduction-variance': GitCompare,
  'trial-balance': Scale,
  'income-statement': ChartNoAxesCombined,
  'balance-sheet': FileSpreadsheet,
  'receipts-and-payments': HandCoins,
  'cash-book': WalletCards,
  'general-ledger': BookOpen,
  'member-balances': Users,
  'audit-pack': FolderCheck,
  'audit-sample': Dices,
  'fixed-assets': Armchair,
  dividends: HandCoins,
  appropriation: ChartPie,
}

const keeping: readonly Way[] = [
  {
    name: 'accounts',
    icon: ListTree,
    title: 'Chart of accounts',
    says: 'The accounts of the society with what is on each. Add, rename or retire them.',
  },
  {
    name: 'closing',
    icon: Lock,
    title: 'Lock and close',
    says: 'Lock the books through a date, and close a year that is over.',
  },
  {
    name: '/coop/financial-operations/reconciliation',
    icon: Landmark,
    title: 'Bank reconciliation',
    says: 'Read the statements of the bank and see that they agree with the books.',
  },
  {
    name: '/coop/financial-operations/fixed-assets',
    icon: Armchair,
    title: 'Fixed assets',
    says: 'Record what the society owns for its work, post depreciation, and sell or scrap assets.',
  },
  {
    name: '/coop/financial-operations/opening-balances',
    icon: FileUp,
    title: 'Opening balances',
    says: 'Bring the balances of your old books over, signed by two officers.',
  },
  {
    name: 'proof',
    icon: ShieldCheck,
    title: 'Proof of the books',
    says: 'Add everything up again from the first entry, and see that nothing was changed.',
  },
  {
    name: 'audit',
    icon: ScrollText,
    title: 'Audit trail',
    says: 'Who did what and when: changes, downloads, failed logins and what was not permitted.',
    needs: 'audit.read',
  },
]

/** Every report in plain words. */
export function ReportsPage() {
  return (
    <Page
      title="Reports"
      description="Each figure leads to the entries behind it. All of them print, and download as Excel, CSV or PDF."
    >
      {reportGroups.map((group) => (
        <Ways
          key={group}
          title={group}
          ways={reports
            .filter((report) => report.group === group && may(report.needs))
            .map((report) => ({ ...report, icon: icons[report.name] }))}
        />
      ))}
      <Ways title="Keeping the books" ways={keeping.filter(({ needs }) => may(needs))} />
    </Page>
  )
}

function Ways({ title, ways }: { title: string; ways: readonly Way[] }) {
  return (
    <Card title={title}>
      <ul className="ways">
        {ways.map(({ name, icon, title: words, says }) => (
          <li key={name}>
            <HrefLink className="way" href={name.startsWith('/') ? name : `${here}/${name}`}>
              <span className="way__icon">
                <Icon of={icon} />
              </span>
              <span className="way__words">
                <span className="way__name">{words}</span>
                <span className="muted">{says}</span>
              </span>
              <Icon of={ChevronRight} size={18} />
            </HrefLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
