package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.id.RunnerId;
import java.util.OptionalLong;

/** A run's place on a connection: reserved, then taken by the run's stream, then left. Each step happens once, whoever asks. */
final class Place {
    private enum Stage {
        RESERVED,
        TAKEN,
        LEFT
    }

    private final RunnerConnection connection;
    private final long deadline;
    private Stage stage = Stage.RESERVED;
    private OptionalLong stream = OptionalLong.empty();

    /** @param deadline of the run, on this process's monotonic clock */
    Place(RunnerConnection connection, long deadline) {
        this.connection = connection;
        this.deadline = deadline;
    }

    /** @return empty where the connection is gone, or the place was left meanwhile */
    synchronized OptionalLong send(RunnerId runner, ObjectNode context, String workspaceId, WireLink.Answers answers) {
        if (stage != Stage.RESERVED) {
            return OptionalLong.empty();
        }
        stream = connection.run(runner, context, workspaceId, answers);
        stage = stream.isPresent() ? Stage.TAKEN : Stage.LEFT;
        return stream;
    }

    /** Bytes of the largest message that the runner's connection takes. */
    int largestMessage() {
        return connection.largestMessage();
    }

    synchronized void leave() {
        if (stage == Stage.RESERVED) {
            connection.giveBack();
        } else if (stage == Stage.TAKEN && stream.isPresent()) {
            connection.leave(stream.getAsLong(), deadline);
        }
        stage = Stage.LEFT;
    }
}
