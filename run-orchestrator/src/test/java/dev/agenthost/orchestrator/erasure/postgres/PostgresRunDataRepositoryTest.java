package dev.agenthost.orchestrator.erasure.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.erasure.RunDataErasure;
import dev.agenthost.orchestrator.erasure.RunDataRepository;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.store.ErasedEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Erasure of what is stored of runs, in a real database. */
class PostgresRunDataRepositoryTest {
    private static final String SECRET = "SECRET-7";

    private static RunsDatabase database;
    private static Pool pool;

    private final RunDataRepository repository = new PostgresRunDataRepository(pool);
    private final EventEnvelope event = ClaimedRuns.message();
    private final UUID run =
            RunIds.of(ClaimedRuns.WORKSPACE, event.eventId(), 0).value();

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        PersonalColumns.tables(pool).forEach(table -> sql("TRUNCATE " + table));
    }

    @Test
    void everyTextOfTheRunOfAnErasedEventIsErased() {
        fill(run, event.eventId().value());
        assertThat(places()).containsExactlyInAnyOrderElementsOf(PersonalColumns.ERASED);

        store(true);
        erase();

        assertThat(places()).isEmpty();
        assertThat(count("runs.runs WHERE outcome_type = 'run.completed'"))
                .as("a repeated request is recognised")
                .isEqualTo(1);
        assertThat(count("runs.erased_runs")).isZero();
    }

    @Test
    void theDataOfOtherRunsStays() {
        fill(run, event.eventId().value());
        fill(UUID.randomUUID(), UUID.randomUUID());
        List<String> before = places();
        pool.query("UPDATE runs.graph_views SET projection = '{}' WHERE run_id = '" + run + "'")
                .executeAndAwait();

        store(true);
        erase();

        assertThat(places()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(count("runs.graph_views")).isEqualTo(1);
    }

    /** In a conversation of several people an erasure of one of them leaves the answers. */
    @Test
    void anEventWhoseAnswersStayIsErasedAlone() {
        fill(run, event.eventId().value());

        store(false);
        erase();

        assertThat(places())
                .contains("graph_views.projection", "runs.terminal", "runs.outcome_sentence")
                .doesNotContain("runs.resolution", "steering.terminal");
        assertThat(count("runs.interactions")).as("the response is the event").isZero();
    }

    @Test
    void aRunThatHasNotEndedIsErasedAfterItsEnd() {
        fill(run, event.eventId().value());
        sql("UPDATE runs.runs SET state = 'running', owner = gen_random_uuid(), claimed_at = clock_timestamp()");
        store(true);
        erase();
        assertThat(places()).containsExactlyInAnyOrderElementsOf(PersonalColumns.ERASED);

        sql("UPDATE runs.runs SET state = 'ended'");
        erase();
        assertThat(places()).as("due a minute later").isNotEmpty();
        sql("UPDATE runs.erased_runs SET due_at = clock_timestamp()");
        erase();
        assertThat(places()).isEmpty();
    }

    @Test
    void anEventWithoutARunIsForgottenAfterAnHour() {
        store(true);
        erase();
        assertThat(count("runs.erased_runs")).isEqualTo(1);

        sql("UPDATE runs.erased_runs SET due_at = clock_timestamp(), erased_at = erased_at - interval '2 hours'");
        erase();
        assertThat(count("runs.erased_runs")).isZero();
    }

    @Test
    void aRoundReadsAllPagesFromThePositionOfTheLastOne() {
        Instant at = Instant.now().truncatedTo(ChronoUnit.MICROS);
        List<ErasedEvent> all = IntStream.range(0, 1201)
                .mapToObj(each -> new ErasedEvent("w", ClaimedRuns.message().eventId(), true, at.plusMillis(each)))
                .toList();
        List<Integer> asked = new ArrayList<>();
        RunDataErasure erasure = new RunDataErasure(
                (last, limit) -> {
                    int from = last == null ? 0 : (int) ChronoUnit.MILLIS.between(at, last.erasedAt()) + 1;
                    asked.add(from);
                    return Uni.createFrom().item(all.subList(from, Math.min(all.size(), from + limit)));
                },
                repository);

        erasure.round().await().indefinitely();
        erasure.round().await().indefinitely();

        assertThat(asked).containsExactly(0, 500, 1000, 1201);
        assertThat(count("runs.erased_runs")).isEqualTo(1201);
    }

    /** One row in each table with data of people, with the secret in each column that has to be erased. */
    private static void fill(UUID run, UUID event) {
        String envelope = "'{\"text\":\"" + SECRET + "\",\"parent\":{\"run_id\":\"" + run + "\"}}'";
        String ids = "'" + ClaimedRuns.WORKSPACE + "', '" + run + "', ";
        sql(
                "INSERT INTO runs.runs (workspace_id, run_id, conversation_key, request_offset, state, serialized, attempt, retry,"
                        + " queue_seconds, run_seconds, resolution, trace_id, admitted_at, terminal, terminal_headers, cancel_reason,"
                        + " outcome_type, outcome_sentence, usage) VALUES (" + ids
                        + "'c', 1, 'ended', true, 1, 'never', 1, 1,"
                        + " convert_to('" + SECRET + "', 'UTF8'), 't', clock_timestamp(), convert_to('" + SECRET
                        + "', 'UTF8'), '',"
                        + " '" + SECRET + "', 'run.completed', '" + SECRET + "', '" + SECRET + "')");
        sql("INSERT INTO runs.graph_views (workspace_id, run_id, conversation_key, graph_run_id, event_id, projection)"
                + " VALUES (" + ids + "'c', '" + SECRET + run + "', '" + event + "', '" + SECRET + "')");
        sql(
                "INSERT INTO runs.interactions (workspace_id, run_id, interaction_id, request, actors, token, event, event_id,"
                        + " expires_at, submitted_at, submitted_by, submission) VALUES (" + ids + "'" + SECRET + "', '"
                        + SECRET
                        + "', ARRAY['" + SECRET + "'], 't', " + envelope + ", '" + event
                        + "', clock_timestamp(), clock_timestamp(), '" + SECRET + "', '" + SECRET + "')");
        sql("INSERT INTO runs.host_events (workspace_id, event_id, event) VALUES ('" + ClaimedRuns.WORKSPACE + "', '"
                + UUID.randomUUID() + "', " + envelope + ")");
        sql(
                "INSERT INTO runs.delegations (workspace_id, origin_run_id, delegation_id, root_run_id, ordinal, waiting_run_id,"
                        + " delegated_run_id, agent_id, fingerprint, completion, completion_id) VALUES (" + ids + "'"
                        + SECRET
                        + "', '" + run + "', 1, '" + run + "', gen_random_uuid(), 'a', 'f', '" + SECRET
                        + "', gen_random_uuid())");
        sql(
                "INSERT INTO runs.steering (workspace_id, run_id, into_run_id, into_attempt, operation, outcome_sentence, terminal,"
                        + " terminal_headers) VALUES (" + ids + "gen_random_uuid(), 1, 'o', '" + SECRET
                        + "', convert_to('" + SECRET
                        + "', 'UTF8'), '')");
        sql("INSERT INTO runs.grants (workspace_id, run_id, frozen) VALUES (" + ids + "'{\"a\":\"" + SECRET + "\"}')");
        sql("INSERT INTO runs.cancellations (workspace_id, run_id, reason, requested_at) VALUES (" + ids + "'" + SECRET
                + "', clock_timestamp())");
    }

    /** Columns of schema {@code runs} in which the secret is. */
    private static List<String> places() {
        return PersonalColumns.ofTexts(pool).stream()
                .filter(column -> count("runs." + column.replaceFirst("\\..*", "") + " t WHERE strpos("
                                + PersonalColumns.asText(column) + ", '" + SECRET + "') > 0")
                        > 0)
                .toList();
    }

    private void store(boolean answers) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        repository
                .store(List.of(new ErasedEvent(ClaimedRuns.WORKSPACE, event.eventId(), answers, now)))
                .await()
                .indefinitely();
        assertThat(repository.last().await().indefinitely())
                .hasValue(new ErasedEvent(ClaimedRuns.WORKSPACE, event.eventId(), false, now));
    }

    private void erase() {
        repository.erase(100).await().indefinitely();
    }

    private static void sql(String statement) {
        pool.query(statement).executeAndAwait();
    }

    private static long count(String from) {
        Row row = StreamSupport.stream(
                        pool.query("SELECT count(*) FROM " + from)
                                .executeAndAwait()
                                .spliterator(),
                        false)
                .findFirst()
                .orElseThrow();
        return row.getLong(0);
    }
}
