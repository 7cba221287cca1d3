package dev.agenthost.orchestrator.execution;

/**
 * How much may wait for one run. A single frame larger than that is let in when nothing waits before it, or no result near its own
 * cap would ever pass.
 *
 * @param characters of the frames that wait
 */
public record MailboxBounds(int frames, long characters) {
    public static final MailboxBounds USUAL = new MailboxBounds(4096, 4L * 1024 * 1024);
}
