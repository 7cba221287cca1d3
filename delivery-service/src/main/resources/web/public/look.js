// Before anything is drawn, so that a chosen look does not flash into place.
try {
  const look = JSON.parse(localStorage.getItem('agenthost.look'));
  if (look === 'light' || look === 'dark') {
    document.documentElement.dataset.look = look;
  }
} catch {
  // Nothing was chosen.
}
