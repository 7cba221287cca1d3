package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Slot of a run on a connection: reserved, then taken by the run's stream, then left. Each step happens once. A slot that was left is
 * free when the stream ends, and no later than some seconds after the run's deadline, or the cancel timeout after the run was
 * cancelled. Not thread-safe: it is used in the mailbox of the run.
 */
final class RunSlot {
    private enum Stage {
        RESERVED,
        TAKEN,
        LEFT
    }

    /** The runner's own process ends the run at its deadline. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final RunnerConnection connection;
    private final RunnerId runner;
    private final RunId seen;
    private final Duration cancelTimeout;
    private long until;
    private Stage stage = Stage.RESERVED;
    private OptionalLong stream = OptionalLong.empty();
    private @Nullable FailureCode cancelled;

    /**
     * @param seen the run's id for the runner
     * @param deadline of the run, on this process's monotonic clock
     * @param cancelTimeout the longest time that a cancelled run holds its slot
     */
    RunSlot(RunnerConnection connection, RunnerId runner, RunId seen, long deadline, Duration cancelTimeout) {
        this.connection = connection;
        this.runner = runner;
        this.seen = seen;
        this.cancelTimeout = cancelTimeout;
        this.until = deadline + GRACE.toNanos();
    }

    /** @return empty if the connection is closed, or the slot was left before */
    OptionalLong send(ObjectNode context, String workspaceId, WireLink.Answers answers) {
        if (stage != Stage.RESERVED) {
            return OptionalLong.empty();
        }
        stream = connection.run(runner, context, workspaceId, answers);
        stage = stream.isPresent() ? Stage.TAKEN : Stage.LEFT;
        tell();
        return stream;
    }

    /** Cancels the run: notifies a runner that supports it, and frees the slot no later than the cancel timeout. */
    void cancel(FailureCode why, long now) {
        if (cancelled == null) {
            cancelled = why;
            until = Math.min(until, now + cancelTimeout.toNanos());
            tell();
        }
    }

    private void tell() {
        FailureCode why = cancelled;
        if (why != null && stage == Stage.TAKEN && stream.isPresent()) {
            connection.cancel(runner, seen.toString(), why.wire());
            connection.leave(stream.getAsLong(), until);
        }
    }

    void leave() {
        if (stage == Stage.RESERVED) {
            connection.giveBack();
        } else if (stage == Stage.TAKEN && stream.isPresent()) {
            connection.leave(stream.getAsLong(), until);
        }
        stage = Stage.LEFT;
    }
}
