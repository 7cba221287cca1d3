package dev.agenthost.orchestrator.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RawEventRef;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.testkit.plugin.PluginRecording;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RunContextBuilderTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final RunId RUN = RunId.parse("b39372e6-a99e-400c-ae49-f3812e0a692b");
    private static final JsonNode RECORDED =
            PluginRecording.fromHost("run_agent").at("/data/context");

    @Test
    void hasEveryFieldOfTheRecordedContextWithTheSameType() {
        Set<String> differences = new TreeSet<>();
        compare("", RECORDED, tree(ClaimedRuns.message()), differences);

        assertThat(differences).isEmpty();
    }

    @Test
    void equalEventsHaveEqualContexts() {
        ObjectNode json = tree(ClaimedRuns.message());

        for (String part : List.of("trigger", "subject", "input", "delivery", "adapter", "metadata")) {
            assertThat(json.path(part).toString())
                    .as(part)
                    .isEqualTo(RECORDED.path(part).toString());
        }
        assertThat(json.path("run_id")).isEqualTo(RECORDED.path("run_id"));
        RECORDED.path("conversation").properties().forEach(field -> assertThat(
                        json.at("/conversation/" + field.getKey()))
                .as(field.getKey())
                .isEqualTo(field.getValue()));
        assertThat(json.at("/context/inline_policy").toString())
                .isEqualTo(RECORDED.at("/context/inline_policy").toString());
        assertThat(json.at("/runtime/deadline_at").doubleValue()).isEqualTo(1795220036.556);
        assertThat(json.at("/runtime/metadata/workspace_id").asText()).isEqualTo("ws-1");
    }

    @Test
    void inlinesTheCurrentEventAndNothingBefore() {
        ObjectNode json = tree(ClaimedRuns.message());

        for (String legacy : List.of("messages", "bootstrap", "prompt", "params")) {
            assertThat(json.has(legacy)).as(legacy).isFalse();
        }
        assertThat(json.at("/context/has_history_before").booleanValue()).isTrue();
        assertThat(json.at("/context/latest_cursor").asText()).isEqualTo("c7");
        assertThat(json.at("/context/transcript_seq").intValue()).isEqualTo(8);
    }

    @Test
    void anEventOutsideConversationsHasNulls() {
        ObjectNode json = tree(ClaimedRuns.schedule());

        for (String path : List.of("/actor", "/subject", "/conversation/conversation_id", "/conversation/sender_id")) {
            assertThat(json.at(path).isNull()).as(path).isTrue();
        }
        assertThat(json.at("/trigger/source").asText()).isEqualTo("scheduler");
        assertThat(json.at("/input/text").isNull()).isTrue();
    }

    @Test
    void neverPutsNullWhereAListOrObjectBelongs() {
        ObjectNode json = tree(ClaimedRuns.schedule());

        for (String path : List.of(
                "/event/data",
                "/input/contents",
                "/input/attachments",
                "/resources/models",
                "/resources/tools",
                "/resources/knowledge_bases",
                "/resources/skills",
                "/resources/files",
                "/resources/storage",
                "/state/conversation",
                "/state/runner",
                "/runtime/metadata",
                "/config",
                "/adapter/extra",
                "/metadata")) {
            assertThat(json.at(path).isContainerNode()).as(path).isTrue();
        }
    }

    @Test
    void hasTheFourStateScopesOfTheSpecification() {
        ObjectNode json = tree(ClaimedRuns.message());

        assertThat(json.at("/state/actor/seen").booleanValue()).isTrue();
        assertThat(json.path("state").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("conversation", "actor", "subject", "runner");
        assertThat(json.path("state").toString()).doesNotContain("hidden");
    }

    @Test
    void theMetadataIdentifyTheSessionAndTheSender() {
        JsonNode metadata = tree(ClaimedRuns.message()).at("/runtime/metadata");

        assertThat(metadata.path("session_key").asText())
                .isEqualTo("ws-1/bot-1/b1/plugin%3Apeer%2Fprobe-runner%2Fdefault/conv-1/");
        assertThat(metadata.path("bot_id").asText()).isEqualTo("bot-1");
        assertThat(metadata.path("sender_id").asText()).isEqualTo("u1");
        assertThat(metadata.path("sender_name").asText()).isEqualTo("User");
        assertThat(metadata.path("streaming_supported").booleanValue()).isTrue();
        JsonNode alone = tree(ClaimedRuns.schedule()).at("/runtime/metadata");
        assertThat(alone.path("session_key").asText()).endsWith("%2Fdefault//");
        assertThat(alone.path("sender_id").isNull()).isTrue();
    }

    @Test
    void staticPartsHaveDigests() {
        JsonNode first = tree(ClaimedRuns.message()).at("/runtime/static_refs");
        JsonNode second = tree(ClaimedRuns.message("conv-2")).at("/runtime/static_refs");

        assertThat(first).isEqualTo(second);
        assertThat(first.fieldNames())
                .toIterable()
                .containsExactly("prompt", "resource_manifest", "tool_schemas", "policy");
        first.forEach(ref -> {
            assertThat(ref.path("ref").asText()).startsWith("binding:b1/");
            assertThat(ref.path("version").asText()).isEqualTo("1.1");
            assertThat(ref.path("sha256").asText()).matches("[0-9a-f]{64}");
        });
    }

    @Test
    void equalContextsHaveEqualBytes() {
        ObjectNode config = JSON.objectNode();
        config.put("z", 1).put("prompt", "Be brief.").putObject("a").put("y", 2).put("x", 3);
        ObjectNode turned = JSON.objectNode();
        turned.putObject("a").put("x", 3).put("y", 2);
        turned.put("prompt", "Be brief.").put("z", 1);
        EventEnvelope event = ClaimedRuns.message();

        assertThat(RunContextBuilder.tree(facts(event, config)).toString())
                .isEqualTo(RunContextBuilder.tree(facts(event, turned)).toString());
    }

    /** Every field of the recording is there and of the same type; a null may have become something, a list may be empty. */
    private static void compare(String path, JsonNode recorded, JsonNode json, Set<String> differences) {
        if (json.isMissingNode()) {
            differences.add(path + " is missing");
        } else if (recorded.isObject() && json.isObject()) {
            recorded.properties()
                    .forEach(field -> compare(
                            path + "/" + field.getKey(), field.getValue(), json.path(field.getKey()), differences));
        } else if (!recorded.isNull() && !mayBeUnknown(path) && recorded.getNodeType() != json.getNodeType()) {
            differences.add(path + " is " + json.getNodeType() + ", was " + recorded.getNodeType());
        } else if (recorded.isArray() && !json.isEmpty() && !recorded.isEmpty()) {
            compare(path + "/0", recorded.get(0), json.get(0), differences);
        }
    }

    /** Returns true for a name or maker of a resource, which the host does not know before it serves the resource. */
    private static boolean mayBeUnknown(String path) {
        return path.matches("/resources/.*/(kb_name|model_type|provider|description|tool_type)");
    }

    @Test
    void restrictsTheDeliveryByTheBinding() {
        JsonNode whole = delivery(DeliveryPolicy.defaults());
        JsonNode quiet = delivery(new DeliveryPolicy(null, false, null, null, false));
        JsonNode elsewhere = delivery(
                new DeliveryPolicy(new DeliveryTarget("webhook", "https://a/b", "S"), true, null, null, false));

        assertThat(whole.at("/delivery/supports_streaming").booleanValue()).isTrue();
        assertThat(quiet.at("/delivery/supports_streaming").booleanValue()).isFalse();
        assertThat(quiet.at("/delivery/surface").asText()).isEqualTo("api");
        assertThat(quiet.at("/runtime/metadata/streaming_supported").booleanValue())
                .isFalse();
        assertThat(elsewhere.at("/delivery/surface").asText()).isEqualTo("webhook");
        assertThat(elsewhere.at("/delivery/supports_streaming").booleanValue()).isFalse();
        assertThat(elsewhere.toString()).doesNotContain("https://a/b");
    }

    private static JsonNode delivery(DeliveryPolicy policy) {
        RunFacts facts = facts(ClaimedRuns.message(), JSON.objectNode());
        BindingSnapshot binding =
                ClaimedRuns.binding(ResourcePolicy.defaults(), StatePolicy.defaults(), policy, JSON.objectNode());
        return RunContextBuilder.tree(new RunFacts(
                facts.seenRunId(),
                facts.event(),
                binding,
                facts.written(),
                facts.stored(),
                facts.traceId(),
                facts.deadlineAt(),
                facts.langbotVersion()));
    }

    @Test
    void includesRawRefOnlyForRunsThatMayReadIt() {
        EventEnvelope event = ClaimedRuns.message().keptAt(new RawEventRef("raw-1", null));
        AgentRunnerPermissions permissions = AgentRunnerPermissions.of(Map.of("artifacts", List.of("read")));

        assertThat(rawRef(event, permissions, List.of("artifacts", "raw"))).isEqualTo("raw-1");
        assertThat(rawRef(event, permissions, List.of("artifacts"))).isEmpty();
        assertThat(rawRef(event, AgentRunnerPermissions.none(), List.of("artifacts", "raw")))
                .isEmpty();
        assertThat(tree(event).at("/event").has("raw_ref")).isTrue();
        assertThat(tree(event).toString()).doesNotContain("raw-1");
    }

    private static String rawRef(EventEnvelope event, AgentRunnerPermissions permissions, List<String> apis) {
        BindingSnapshot binding = ClaimedRuns.binding(
                new ResourcePolicy(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), apis, null),
                StatePolicy.defaults(),
                DeliveryPolicy.defaults(),
                JSON.objectNode());
        RunFacts facts = facts(event, JSON.objectNode());
        AgentRunnerManifest manifest = new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.none(),
                permissions,
                List.of(),
                JSON.objectNode());
        RunFacts granted = new RunFacts(
                facts.seenRunId(),
                event,
                binding,
                CanonicalGrant.of(Grant.freeze(manifest, binding, event, HostPolicy.NOW)),
                facts.stored(),
                facts.traceId(),
                facts.deadlineAt(),
                facts.langbotVersion());
        return RunContextBuilder.tree(granted).at("/event/raw_ref/artifact_id").asText("");
    }

    private static ObjectNode tree(EventEnvelope event) {
        return RunContextBuilder.tree(facts(event, JSON.objectNode().put("prompt", "Be brief.")));
    }

    private static RunFacts facts(EventEnvelope event, ObjectNode config) {
        ResourcePolicy policy = new ResourcePolicy(
                List.of("m-1"), List.of("add"), List.of("kb-1"), List.of(), List.of(), List.of(), null, null);
        BindingSnapshot binding =
                ClaimedRuns.binding(policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), config);
        AgentRunnerManifest manifest = new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.none(),
                AgentRunnerPermissions.of(Map.of(
                        "models", List.of("invoke"),
                        "tools", List.of("call"),
                        "knowledge_bases", List.of("list"),
                        "history", List.of("page"))),
                List.of(),
                JSON.objectNode());
        RunContextAnswer stored = new RunContextAnswer(
                Map.of(
                        StateScope.ACTOR, Map.of("seen", BooleanNode.TRUE),
                        StateScope.WORKSPACE, Map.of("hidden", BooleanNode.TRUE)),
                "c7",
                9L,
                8L,
                true);
        return new RunFacts(
                RUN,
                event,
                binding,
                CanonicalGrant.of(Grant.freeze(manifest, binding, event, HostPolicy.NOW)),
                stored,
                "0af7651916cd43dd8448eb211c80319c",
                Instant.ofEpochMilli(1795220036556L),
                "v4.11.0-host");
    }
}
