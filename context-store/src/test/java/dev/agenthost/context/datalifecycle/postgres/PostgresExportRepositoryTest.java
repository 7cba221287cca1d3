package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Records.completed;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.receipt;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.datalifecycle.ExportLines;
import dev.agenthost.context.datalifecycle.ExportPart;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresExportRepositoryTest {
    private final ConversationRef here = new ConversationRef("demo", "bot", "c", "");
    private final ConversationRef thread = new ConversationRef("demo", "bot", "c", "t");
    private Database database;
    private Intake intake;
    private PostgresExportRepository exports;

    @BeforeEach
    void open() {
        database = new Database();
        intake = new Intake(database);
        exports = new PostgresExportRepository(database.pool());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void exportsExactlyTheConversation() throws Exception {
        EventEnvelope one = said(here, "one\nwith a second line");
        EventEnvelope two = said(thread, "two");
        intake.events(one, two, said(new ConversationRef("demo", "bot", "c2", ""), "else"));
        intake.events(said(new ConversationRef("other", "bot", "c", ""), "elsewhere"));
        intake.results(results(one, 1, 1, started(one, null), message("answer"), completed(null)));
        intake.receipts(receipt(one));
        artifact("a1", "c", "");
        artifact("a2", "c", "t");
        artifact("a3", "c2", "");

        List<JsonNode> all = export(null);

        assertThat(all.getFirst().path("type").asText()).isEqualTo("export");
        assertThat(all.getFirst().path("conversation_id").asText()).isEqualTo("c");
        assertThat(of(all, "event").stream().map(line -> line.path("event_type").asText()))
                .containsExactly(
                        "message.received",
                        "run.started",
                        "message.completed",
                        "run.completed",
                        "delivery.delivered",
                        "message.received");
        assertThat(of(all, "transcript").stream()
                        .map(line -> line.path("content").asText()))
                .containsExactly("one\nwith a second line", "answer", "two");
        assertThat(of(all, "artifact").stream()
                        .map(line -> line.path("artifact_id").asText()))
                .containsExactlyInAnyOrder("a1", "a2");
        assertThat(of(all, "artifact"))
                .allSatisfy(line -> assertThat(line.path("scope").asText()).isEqualTo("conversation"))
                .allSatisfy(line -> assertThat(line.has("summary")).isTrue());
        assertThat(all.getLast())
                .isEqualTo(ProtocolCodec.readTree("{\"type\":\"end\",\"events\":6,\"transcript\":3,\"artifacts\":2}"));
        assertThat(of(export("t"), "transcript")).hasSize(1);
    }

    @Test
    void anUnknownConversationHasHeaderAndCountsOnly() throws Exception {
        List<JsonNode> all = export("none");

        assertThat(all).hasSize(2);
        assertThat(all.getLast().path("events").asLong(-1)).isZero();
    }

    @Test
    void pagesAreReadOnDemandAndBounded() {
        String long_ = "x".repeat(1 << 20);
        intake.events(said(here, long_), said(here, long_));
        intake.events(IntStream.range(0, 250).mapToObj(i -> said(here, "m" + i)).toArray());

        AssertSubscriber<ExportPart> reader = exports.read(new ConversationScope("demo", "bot", "c", null))
                .subscribe()
                .withSubscriber(AssertSubscriber.create());
        reader.request(1).awaitItems(1, Duration.ofSeconds(20));
        reader.request(1).awaitItems(2, Duration.ofSeconds(20));

        assertThat(reader.getItems()).hasSize(2);
        assertThat(reader.getItems().getFirst().lines()).hasSize(1);
        assertThat(reader.getItems().getLast().lines()).hasSize(100);
        reader.request(Long.MAX_VALUE).awaitCompletion(Duration.ofSeconds(20));
        assertThat(reader.getItems().stream()
                        .mapToInt(part ->
                                part.lines().stream().mapToInt(String::length).sum())
                        .max()
                        .orElseThrow())
                .isLessThanOrEqualTo(4 << 20);
        assertThat(reader.getItems().stream()
                        .filter(part -> part.kind() == ExportPart.Kind.TRANSCRIPT)
                        .mapToInt(part -> part.lines().size())
                        .sum())
                .isEqualTo(252);
    }

    @Test
    void messagesDuringTheExportAreExcluded() {
        intake.events(IntStream.range(0, 150).mapToObj(i -> said(here, "m" + i)).toArray());
        AssertSubscriber<ExportPart> reader = exports.read(new ConversationScope("demo", "bot", "c", null))
                .subscribe()
                .withSubscriber(AssertSubscriber.create());
        reader.request(1).awaitItems(1, Duration.ofSeconds(20));
        intake.events(said(here, "later"));

        reader.request(Long.MAX_VALUE).awaitCompletion(Duration.ofSeconds(20));

        assertThat(reader.getItems().stream()
                        .mapToInt(part -> part.lines().size())
                        .sum())
                .isEqualTo(300);
    }

    private List<JsonNode> export(@Nullable String which) throws Exception {
        ConversationScope scope = new ConversationScope("demo", "bot", "c", which);
        List<String> pieces = new ExportLines(scope, Records.NOW)
                .of(exports.read(scope))
                .collect()
                .asList()
                .await()
                .atMost(Duration.ofSeconds(20));
        List<JsonNode> lines = new ArrayList<>();
        for (String line : String.join("", pieces).split("\n")) {
            lines.add(ProtocolCodec.readTree(line));
        }
        return lines;
    }

    private static List<JsonNode> of(List<JsonNode> lines, String type) {
        return lines.stream()
                .filter(line -> line.path("type").asText().equals(type))
                .toList();
    }

    private void artifact(String id, String conversation, String threadId) {
        database.rows("insert into context.artifact_contents values ('demo', 'x') on conflict do nothing");
        database.rows(
                "insert into context.artifacts (workspace_id, run_id, artifact_id, attempt, bot_id, conversation_id,"
                        + " thread_id, runner_id, artifact_type, mime_type, size_bytes, sha256, metadata, created_at, expires_at)"
                        + " values ('demo', gen_random_uuid(), '" + id + "', 1, 'bot', '" + conversation + "', '"
                        + threadId
                        + "', 'r', 'file', 'text/plain', 0, 'x', '{}', now(), now() + interval '1 day')");
    }
}
