package dev.agenthost.walk.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.walk.box.FrontDoor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the document itself, and the golden files of the protocol by the document. */
class AsyncApiTest {
    private static final Path GOLDEN = Path.of("../../protocol/src/test/resources/golden/own");
    private static final String META = "https://json-schema.org/draft/2020-12/schema";

    private final AsyncApi api = AsyncApi.load();

    @Test
    void isAnAsyncApiOfVersion3WithWhatThatAsksFor() {
        JsonNode document = api.document();
        assertThat(document.path("asyncapi").asText()).startsWith("3.0");
        assertThat(document.path("info").path("title").asText()).isNotBlank();
        assertThat(document.path("info").path("version").asText()).isNotBlank();
        assertThat(document.fieldNames())
                .toIterable()
                .isSubsetOf(
                        "asyncapi",
                        "id",
                        "info",
                        "defaultContentType",
                        "servers",
                        "channels",
                        "operations",
                        "components");
        document.path("servers").forEach(server -> assertThat(server.has("host") && server.has("protocol"))
                .isTrue());
        document.path("operations").forEach(operation -> {
            assertThat(operation.path("action").asText()).isIn("send", "receive");
            assertThat(operation.path("channel").path("$ref").asText()).startsWith("#/channels/");
        });
        document.path("channels").forEach(channel -> {
            var named = Pattern.compile("\\{(\\w+)}")
                    .matcher(channel.path("address").asText())
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            assertThat(channel.path("parameters").fieldNames()).toIterable().containsExactlyElementsOf(named);
            assertThat(channel.path("messages")).isNotEmpty();
        });
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<JsonNode> references = api.document().findParents("$ref");
        assertThat(references).hasSizeGreaterThan(50).allSatisfy(reference -> assertThat(api.at(reference))
                .as(reference.toString())
                .isNotNull());
    }

    @Test
    void everySchemaIsAJsonSchema() {
        var meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of(META));
        api.document().path("components").path("schemas").properties().forEach(schema -> {
            assertThat(schema.getValue().path("schemaFormat").asText())
                    .isEqualTo("application/schema+json;version=2020-12");
            assertThat(meta.validate(schema.getValue().path("schema").toString(), InputFormat.JSON))
                    .as(schema.getKey())
                    .isEmpty();
        });
    }

    @Test
    void everyTopicIsDescribed() {
        var topics = new ArrayList<>(Topics.WALK);
        topics.add(Topics.inbound("demo"));
        topics.add(Topics.outbound("demo"));
        topics.addAll(topics.stream().map(Topics::dlq).toList());
        topics.add(Topics.KEYS); // Nothing of it is set aside: what is no key is passed over.
        topics.add(Topics.RUNNERS); // Neither here.
        topics.add(Topics.BOTS); // Neither here.
        topics.add(Topics.DEAD_LETTER_MARKS); // Neither here.
        topics.add(Topics.TAKEOVERS); // Neither here.
        assertThat(topics)
                .allSatisfy(topic -> assertThat(api.channel(topic)).as(topic).isNotNull());
        assertThat(api.channel("orders")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "event_envelope, EventEnvelope",
        "event_envelope_full, EventEnvelope",
        "resolution_bound, Resolution",
        "resolution_unbound, Resolution",
        "binding_snapshot_limited, Binding",
        "resolution_ambiguous, Resolution",
        "run_results, RunResults",
        "run_started, Result",
        "run_unanswered, Result",
        "run_failed_with_sentence, Result",
        "delivery_receipt, DeliveryReceipt",
        "delivery_receipt_rejected, DeliveryReceipt",
        "adapter_receipt, AdapterReceipt",
        "adapter_receipt_rejected, AdapterReceipt",
        "outbound_message, OutboundReply",
        "outbound_failure, OutboundReply",
        "outbound_placeholder, OutboundReply",
        "outbound_delta, OutboundDelta",
        "outbound_artifacts, OutboundReply",
        "outbound_typing, OutboundTyping",
        "outbound_progress, OutboundProgress",
        "audit_entry, AuditEntry",
        "access_key, AccessKey",
        "access_key_revoked, AccessKey",
        "known_runner, KnownRunner",
        "bot_registration, BotRegistration",
        "bot_registration_deleted, BotRegistration",
        "conversation_takeover, ConversationTakeover",
        "conversation_takeover_ended, ConversationTakeover",
        "redrive_mark_started, RedriveMark",
        "redrive_mark_redriven, RedriveMark",
    })
    void theGoldenFilesFitUntilAnythingOfThemIsMissingOrAdded(String golden, String schema) throws IOException {
        var document = (ObjectNode) FrontDoor.JSON.readTree(Files.readString(GOLDEN.resolve(golden + ".json")));
        assertThat(api.faults(schema, document.toString())).isEmpty();

        api.document().at("/components/schemas/" + schema + "/schema/required").forEach(name -> assertThat(api.faults(
                        schema, document.deepCopy().without(name.asText()).toString()))
                .as("without %s", name)
                .isNotEmpty());
        assertThat(api.faults(schema, document.deepCopy().put("surprise", 1).toString()))
                .isNotEmpty();
    }

    @Test
    void theTypesOfResultsAreThoseOfTheProtocol() {
        var described = new TreeSet<String>();
        api.document()
                .at("/components/schemas/Result/schema/allOf")
                .forEach(rule ->
                        described.add(rule.at("/if/properties/type/const").asText()));
        assertThat(described).hasSameSizeAs(ResultPayload.class.getPermittedSubclasses());
        assertThat(described).allSatisfy(type -> {
            var frame = new ResultFrame(null, type, FrontDoor.JSON.createObjectNode(), 1L, 1L, null);
            assertThat(ResultCodec.decode(frame)).isNotInstanceOf(DecodeResult.Unknown.class);
        });
    }
}
