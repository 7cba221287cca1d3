package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every context and every answer, with all that it may hold, in the fields of every generation. The variable {@code GOLDEN_WRITE} writes the
 * golden files anew.
 */
class FieldsByGenerationTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/fields");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String PAGE = "items next_cursor prev_cursor has_more total_count";
    private static final String RUN = """
            id run_id event_id agent_id binding_id runner_id conversation_id thread_id workspace_id bot_id status status_reason
            created_at started_at finished_at updated_at deadline_at cancel_requested_at queue_name priority
            requested_runtime_id claimed_by_runtime_id claim_token claim_lease_expires_at dispatch_attempts last_claimed_at
            usage cost metadata""";
    private static final String EVENT = """
            event_id event_type event_time source bot_id workspace_id conversation_id thread_id actor_type actor_id actor_name
            subject_type subject_id input_summary input_ref raw_ref seq cursor created_at metadata""";
    private static final String ENTRY =
            "transcript_id event_id conversation_id thread_id role item_type content content_json seq cursor created_at metadata";

    /** The models of LangBot's SDK that refuse any other field: the call, where in its answer, and their fields. */
    private static final Map<String, String> CLOSED = Map.ofEntries(
            Map.entry("history_page ", PAGE),
            Map.entry("history_search ", "items total_count query"),
            Map.entry("event_get ", EVENT),
            Map.entry("event_page ", PAGE),
            Map.entry("event_page /items/0", EVENT),
            Map.entry("run_get ", RUN),
            Map.entry("run_cancel ", RUN),
            Map.entry("run_list ", PAGE),
            Map.entry("run_list /items/0", RUN),
            Map.entry("run_events_page ", PAGE),
            Map.entry("run_events_page /items/0", "id run_id sequence type data usage created_at source metadata"),
            Map.entry("artifact_metadata ", """
                    artifact_id artifact_type mime_type name size_bytes sha256 source conversation_id run_id runner_id
                    created_at expires_at metadata"""),
            Map.entry(
                    "artifact_read ",
                    "artifact_id mime_type size_bytes offset length content_base64 file_key has_more"));

    @ParameterizedTest
    @EnumSource(SdkGeneration.class)
    void eachIsSentInTheFieldsOfTheGeneration(SdkGeneration generation) throws IOException {
        Map<String, ObjectNode> sent = sent(generation);
        if ("1".equals(System.getenv("GOLDEN_WRITE"))) {
            write(generation, sent);
        }
        Set<String> files = new TreeSet<>();
        try (Stream<Path> golden = Files.list(GOLDEN.resolve(generation.wire()))) {
            golden.forEach(file -> files.add(file.getFileName().toString().replace(".json", "")));
        }
        assertThat(files).isEqualTo(new TreeSet<>(sent.keySet()));
        for (Map.Entry<String, ObjectNode> one : sent.entrySet()) {
            assertThat(FullAnswers.object(one.getValue().toString()))
                    .as("%s, %s", one.getKey(), generation)
                    .isEqualTo(golden(generation, one.getKey()));
        }
    }

    @ParameterizedTest
    @EnumSource(value = SdkGeneration.class, mode = EnumSource.Mode.EXCLUDE, names = "RUNNER_SDK")
    void sendsNoFieldThatTheGenerationRefuses(SdkGeneration generation) {
        Map<String, ObjectNode> sent = sent(generation);
        List<String> refused = new ArrayList<>();
        Map<String, String> closed = new LinkedHashMap<>(CLOSED);
        String refs =
                switch (generation) {
                    case V0_4 -> " attachment_refs bot_id workspace_id";
                    case LATER -> " artifact_refs attachment_refs";
                    default -> " artifact_refs";
                };
        closed.put("history_page /items/0", ENTRY + refs);
        closed.put("history_search /items/0", ENTRY + refs);
        if (generation == SdkGeneration.LATER) {
            String attachment = "type mime_type size name source url path content id";
            closed.put("run_agent /context/input/attachments/0", attachment);
            closed.put("steering_pull /items/0/input/attachments/0", attachment);
        }
        closed.forEach((place, fields) -> {
            String[] named = place.split(" ", 2);
            JsonNode model = sent.get(named[0]).at(named[1]);
            assertThat(model.isObject()).as(place).isTrue();
            Set<String> known = Set.copyOf(Arrays.asList(fields.strip().split("\\s+")));
            model.fieldNames().forEachRemaining(field -> {
                if (!known.contains(field)) {
                    refused.add(place + " " + field);
                }
            });
        });
        assertThat(refused).isEmpty();
        sent.forEach((action, data) -> {
            if (data.has("total_count")) {
                assertThat(data.path("total_count").isIntegralNumber())
                        .as(action)
                        .isTrue();
            }
        });
    }

    @Test
    void theGenerationsDifferWhereTheirModelsDo() {
        assertThat(sent(SdkGeneration.SPECIFICATION).get("run_agent").at("/context/resources/files/0/file_id"))
                .isEqualTo(sent(SdkGeneration.LATER).get("run_agent").at("/context/resources/files/0/file_key"));
        assertThat(sent(SdkGeneration.V0_4)
                        .get("run_agent")
                        .at("/context/resources")
                        .has("files"))
                .isFalse();
        assertThat(sent(SdkGeneration.V0_4).get("run_agent").at("/context/input/attachments"))
                .isEmpty();
        assertThat(sent(SdkGeneration.SPECIFICATION).get("run_agent").at("/context/resources/models/0/operations"))
                .isEqualTo(JSON.createArrayNode().add("invoke").add("stream").add("rerank"));
        assertThat(sent(SdkGeneration.SPECIFICATION).get("artifact_metadata").at("/metadata/permissions"))
                .isEqualTo(
                        sent(SdkGeneration.RUNNER_SDK).get("artifact_metadata").path("permissions"));
    }

    /** A 0.5.3 plugin writes history entries with {@code attachment_refs} and accepts {@code artifact_refs}. */
    @Test
    void anEntryOfAHistoryHasItsReferencesUnderBothNamesFor05() {
        for (String call : List.of("history_page", "history_search")) {
            JsonNode entry = sent(SdkGeneration.LATER).get(call).at("/items/0");
            assertThat(entry.path("attachment_refs")).isNotEmpty().isEqualTo(entry.path("artifact_refs"));
        }
    }

    @Test
    void theFirstHistoryPageDistinguishesTheOlderGenerations() {
        PeerFields fields = new PeerFields(() -> SdkGeneration.V0_4);
        fields.answer(call("history_page", "{\"include_artifacts\":false}"), FullAnswers.of(HostAction.HISTORY_PAGE));

        JsonNode found = fields.answer(call("history_search", "{}"), FullAnswers.of(HostAction.HISTORY_SEARCH));
        assertThat(found.at("/items/0").has("artifact_refs")).isTrue();
        assertThat(fields.generation()).isEqualTo(SdkGeneration.SPECIFICATION);
    }

    private static Map<String, ObjectNode> sent(SdkGeneration generation) {
        PeerFields fields = new PeerFields(() -> generation);
        Map<String, ObjectNode> sent = new LinkedHashMap<>();
        sent.put("run_agent", (ObjectNode) fields.request("run_agent", FullAnswers.context()));
        for (HostAction action : HostAction.values()) {
            sent.put(action.wire(), (ObjectNode) fields.answer(call(action.wire(), "{}"), FullAnswers.of(action)));
        }
        return sent;
    }

    private static Frame.Request call(String action, String data) {
        return new Frame.Request(1, action, FullAnswers.object(data), FullAnswers.object("{}"));
    }

    /** Compares parsed JSON, so that numbers have the types of the wire. */
    private static ObjectNode golden(SdkGeneration generation, String action) throws IOException {
        return FullAnswers.object(
                Files.readString(GOLDEN.resolve(generation.wire()).resolve(action + ".json")));
    }

    private static void write(SdkGeneration generation, Map<String, ObjectNode> sent) throws IOException {
        Path folder = GOLDEN.resolve(generation.wire());
        Files.createDirectories(folder);
        for (Map.Entry<String, ObjectNode> one : sent.entrySet()) {
            Files.writeString(
                    folder.resolve(one.getKey() + ".json"),
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsString(one.getValue()) + "\n");
        }
    }
}
