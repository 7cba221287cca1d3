package dev.agenthost.orchestrator.tool.mcp;

import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Pauses the calls of a failing server: for a second, then twice as long each time. Calls fail at once meanwhile. */
final class CircuitBreaker {
    private static final Duration FIRST = Duration.ofSeconds(1);
    /** A session that lived this long resets the pause. */
    private static final Duration GROWN = Duration.ofSeconds(30);

    private final Duration longest;
    private final LongSupplier nanos;
    private int failures;
    private long until;
    private long answersSince;
    private @Nullable String why;

    CircuitBreaker(Duration longest, LongSupplier nanos) {
        this.longest = longest;
        this.nanos = nanos;
    }

    /** Returns the failure while the server is paused; empty otherwise. */
    synchronized Optional<McpException> still() {
        return why == null || nanos.getAsLong() - until >= 0
                ? Optional.empty()
                : Optional.of(new McpException(Kind.UNREACHABLE, why + " (a moment ago)"));
    }

    synchronized void failed(Throwable failure) {
        begin(failure instanceof McpException known ? known.why() : "The server failed");
    }

    /** It ended. Whether it may begin again at once depends on how long it lived. */
    synchronized void died() {
        if (hasGrown()) {
            failures = 0;
        } else {
            begin("The server ended");
        }
    }

    /** It answers. How it fared before is forgotten when it has lived for a while. */
    synchronized void over() {
        why = null;
        answersSince = nanos.getAsLong();
    }

    private boolean hasGrown() {
        return why == null && nanos.getAsLong() - answersSince > GROWN.toNanos();
    }

    private void begin(String reason) {
        if (failures > 0 && hasGrown()) {
            failures = 0;
        }
        long pause = FIRST.toNanos() << Math.min(failures, 16);
        failures++;
        why = reason;
        until = nanos.getAsLong() + Math.min(pause, longest.toNanos());
    }
}
