package dev.agenthost.bench.scale;

import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Requests for the context of a run, as run-orchestrator sends them: state of three scopes, cursor and counts; the fence is
 * raised.
 */
final class Snapshots {
    static final int VALUES = 20;

    private static final int ASKED = 400;
    private static final int WITH_STATE = 50;
    private static final String BINDING = "b";
    private static final RunnerId RUNNER = RunnerId.parse("plugin:agenthost/bench/default");
    private static final String ACTOR = "u1";

    private final ContextStoreBox store;
    private final SplittableRandom random = new SplittableRandom(11);

    Snapshots(ContextStoreBox store) {
        this.store = store;
    }

    /** Inserts values of the large conversation, of some others, of an actor and of the runner. */
    static void fill(DataSeeder tables) throws SQLException {
        for (int conversation = 1; conversation <= WITH_STATE; conversation++) {
            for (StateScopeKey key : scopes(conversation)) {
                tables.state(Rows.WORKSPACE, key, VALUES);
            }
        }
    }

    /** Measures the requests, after as many that do not count. */
    Summary summarize() throws IOException, InterruptedException {
        summarize(new Latencies());
        var latencies = new Latencies();
        summarize(latencies);
        return latencies.summary();
    }

    private void summarize(Latencies latencies) throws IOException, InterruptedException {
        for (int i = 0; i < ASKED; i++) {
            long conversation = i % 2 == 0 ? ConversationRange.LARGE : 1 + random.nextInt(WITH_STATE);
            var question = new RunContextQuestion(
                    Rows.WORKSPACE,
                    new RunId(UUID.randomUUID()),
                    1,
                    new EventId(UUID.randomUUID()),
                    Rows.BOT,
                    Rows.name(conversation),
                    null,
                    scopes(conversation));
            long begin = System.nanoTime();
            var answer = store.request("/internal/v1/run-context", question, RunContextAnswer.class);
            long took = System.nanoTime() - begin;
            if (answer.state().values().stream().mapToInt(Map::size).sum() == 3 * VALUES) {
                latencies.record(took);
            } else {
                latencies.error("not the state of " + Rows.name(conversation));
            }
        }
    }

    private static List<StateScopeKey> scopes(long conversation) {
        return List.of(
                key(StateScope.CONVERSATION, StateScopeKey.conversation(Rows.name(conversation), null)),
                key(StateScope.ACTOR, ACTOR),
                key(StateScope.RUNNER, ""));
    }

    private static StateScopeKey key(StateScope scope, String subject) {
        return new StateScopeKey(scope, Rows.BOT, BINDING, RUNNER, subject);
    }
}
