package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.run.RunState;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A batch of ends as arrays. */
public final class RunTerminationColumns {
    private final String[] workspace;
    private final UUID[] run;
    private final String[] state;
    private final Integer[] attempt;
    private final @Nullable UUID[] owner;
    private final Integer[] endedAttempt;
    private final Buffer[] terminal;
    private final String[] headers;
    private final String[] type;
    private final @Nullable String[] code;
    private final @Nullable String[] sentence;
    private final @Nullable String[] usage;

    public RunTerminationColumns(List<RunTermination> ends) {
        int size = ends.size();
        workspace = new String[size];
        run = new UUID[size];
        state = new String[size];
        attempt = new Integer[size];
        owner = new @Nullable UUID[size];
        endedAttempt = new Integer[size];
        terminal = new Buffer[size];
        headers = new String[size];
        type = new String[size];
        code = new @Nullable String[size];
        sentence = new @Nullable String[size];
        usage = new @Nullable String[size];
        for (int i = 0; i < size; i++) {
            set(i, ends.get(i));
        }
    }

    public @Nullable Object[] all() {
        return new @Nullable Object[] {
            workspace, run, state, attempt, owner, endedAttempt, terminal, headers, type, code, sentence, usage
        };
    }

    private void set(int i, RunTermination end) {
        workspace[i] = end.key().workspaceId();
        run[i] = end.key().runId().value();
        state[i] = RunRowMapper.state(end.before());
        attempt[i] = end.before().attempt();
        owner[i] = end.before() instanceof RunState.Running running
                ? running.owner().value()
                : null;
        endedAttempt[i] = end.after().attempt();
        terminal[i] = Buffer.buffer(end.terminal().value());
        headers[i] = HeaderColumn.write(end.terminal().headers());
        type[i] = end.outcome().type();
        code[i] = end.outcome().code();
        sentence[i] = end.outcome().sentence();
        usage[i] = RunRowMapper.usage(end.outcome().usage());
    }
}
