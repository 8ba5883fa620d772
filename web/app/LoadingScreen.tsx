import { LogoMark } from '#web/ui/Logo.tsx'
import './LoadingScreen.css'

export function LoadingScreen({ words = 'Initializing ...' }: { words?: string }) {
  return (
    <div className="loading-screen" role="status">
      <LogoMark size={48} />
      <p>{words}</p>
    </div>
  )
}
