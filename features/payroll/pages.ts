import type { Pages } from '#ui/router/page.ts'

export const payrollPages = {
  '/coop/financial-operations/deductions': {
    needs: 'deduction.read',
    title: 'Deductions',
    icon: 'ScrollText',
    menu: [35, 'daily'],
    page: async () => (await import('#features/payroll/schedules/web/DeductionsPage.tsx')).DeductionsPage,
  },
  '/coop/financial-operations/deductions/employers': {
    needs: 'deduction.read',
    title: 'Employers',
    icon: 'ScrollText',
    page: async () => (await import('#features/payroll/employers/web/EmployersPage.tsx')).EmployersPage,
  },
  '/coop/financial-operations/deductions/employers/$employerId': {
    needs: 'deduction.read',
    page: async () => (await import('#features/payroll/employers/web/EmployerPage.tsx')).EmployerPage,
  },
  '/coop/financial-operations/deductions/$scheduleId': {
    needs: 'deduction.read',
    page: async () => (await import('#features/payroll/schedules/web/SchedulePage.tsx')).SchedulePage,
  },
} as const satisfies Pages
