import { LogoMark } from '#ui/Logo.tsx'
import './LoadingScreen.css'
import * as strings from './strings.ts'

export function LoadingScreen({ words = strings.initializing }: { words?: string }) {
  return (
    <div className="loading-screen" role="status">
      <LogoMark size={48} />
      <p>{words}</p>
    </div>
  )
}
