package dev.agenthost.context.run.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.RunStartRepository;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.protocol.store.state.StateScopeKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Calls the function {@code context.open_run_v1} in one statement. */
@Singleton
public final class PostgresRunStartRepository implements RunStartRepository {
    private static final String OPEN = """
            select raised, state::text, event_seq, transcript_seq, before
            from context.open_run_v1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """;

    private final Pool pool;

    public PostgresRunStartRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<RunStart> open(RunContextQuestion question) {
        return open(pool, question);
    }

    static Uni<RunStart> open(SqlClient client, RunContextQuestion question) {
        List<StateScopeKey> scopes = question.stateScopes();
        return client.preparedQuery(OPEN)
                .execute(Tuple.from(Arrays.asList(
                        question.workspaceId(),
                        question.runId().value(),
                        question.attempt(),
                        question.eventId().toString(),
                        question.botId(),
                        question.conversationId(),
                        question.threadId() == null ? "" : question.threadId(),
                        column(scopes, StateScopeKey::botId),
                        column(scopes, StateScopeKey::bindingId),
                        column(scopes, key -> key.runnerId().toString()),
                        column(scopes, key -> key.scope().wire()),
                        column(scopes, StateScopeKey::subject))))
                .map(rows -> answer(rows.iterator().next(), scopes));
    }

    private static RunStart answer(Row row, List<StateScopeKey> scopes) {
        if (!row.getBoolean(0)) {
            return new RunStart.Superseded();
        }
        Map<StateScope, Map<String, JsonNode>> state = new EnumMap<>(StateScope.class);
        scopes.forEach(key -> state.putIfAbsent(key.scope(), new LinkedHashMap<>()));
        for (JsonNode value : json(row.getString(1))) {
            StateScope scope = scopes.get(value.path("ordinal").intValue() - 1).scope();
            state.computeIfAbsent(scope, any -> new LinkedHashMap<>())
                    .put(value.path("name").textValue(), value.path("value"));
        }
        return new RunStart.Opened(
                state,
                row.getLong(3) == null ? null : new RunStart.Counts(row.getLong(2), row.getLong(3), row.getBoolean(4)));
    }

    private static String[] column(List<StateScopeKey> scopes, Function<StateScopeKey, String> part) {
        return scopes.stream().map(part).toArray(String[]::new);
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database made invalid JSON", e);
        }
    }
}
