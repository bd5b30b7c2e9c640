/** A wait that others can cut short. A wake-up while nothing waits ends the next wait at once. */
export class WakeUp {
  #woken = false
  #resolve: (() => void) | undefined

  wake(): void {
    this.#woken = true
    this.#resolve?.()
  }

  /** Waits until woken, at most so many milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#woken) await this.#sleep(ms)
    this.#woken = false
  }

  /** Waits the whole time, wake-ups or not, unless `over` fires. */
  async pause(ms: number, over: () => boolean): Promise<void> {
    const until = performance.now() + ms
    for (let left = ms; left > 0 && !over(); left = until - performance.now()) await this.#sleep(left)
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      function done(): void {
        clearTimeout(timer)
        resolve()
      }
      this.#resolve = done
    })
  }
}
