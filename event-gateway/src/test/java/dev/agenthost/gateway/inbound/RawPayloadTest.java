package dev.agenthost.gateway.inbound;

import static dev.agenthost.gateway.inbound.EventBodies.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.event.RawEventRef;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawPayloadTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_219_976);
    private static final EventOrigin API = EventOrigin.api("red");
    private static final String SECRET = "s3cr3t-of-the-bot";

    @Test
    void isTakenOutOfTheEventAndLeavesNothingInTheEnvelope() {
        ObjectNode body = EventBodies.shortForm("m1");
        body.putObject("raw").put("update_id", 991).put("first_name", "Ada of the platform");

        NormalizationResult.Accepted accepted = accepted(body);

        assertThat(new String(((RawPayload.Scrubbed) accepted.raw()).bytes(), StandardCharsets.UTF_8))
                .isEqualTo("{\"update_id\":991,\"first_name\":\"Ada of the platform\"}");
        assertThat(text(accepted.envelope())).doesNotContain("Ada of the platform", "update_id");
        assertThat(accepted(EventBodies.shortForm("m1")).raw()).isEqualTo(new RawPayload.Nothing());
        assertThat(accepted(EventBodies.shortForm("m1").putNull("raw")).raw()).isEqualTo(new RawPayload.Nothing());
    }

    /** A platform that sends an event again counts its own attempts in it; and the payload may be kept the first time only. */
    @Test
    void isNoPartOfTheFingerprint() {
        ObjectNode again = EventBodies.shortForm("m1");
        again.putObject("raw").put("delivery_attempt", 2);

        EventEnvelope with = accepted(again).envelope();

        EventEnvelope without = accepted(EventBodies.shortForm("m1")).envelope();
        assertThat(with).isEqualTo(without);
        EventEnvelope kept = with.keptAt(new RawEventRef(with.eventId().toString(), null));
        assertThat(kept.fingerprint()).isEqualTo(without.fingerprint());
        assertThat(kept.rawRef()).isEqualTo(new RawEventRef(with.eventId().toString(), null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"bot_id":"b","text":"hi","raw":"<xml/>"} | raw
            {"bot_id":"b","text":"hi","raw":7} | raw
            {"bot_id":"b","text":"hi","raw":true} | raw
            {"bot_id":"b","text":"hi","raw":{"a":1},"raw_ref":{"artifact_id":"x"}} | raw
            {"bot_id":"b","text":"hi","raw":{"a":["b\\u0000"]}} | raw.a[0]
            """)
    void whatCannotBeScrubbedOrKeptIsRefusedByName(String body, String field) {
        NormalizationResult verdict = EventNormalizer.normalise(InboundMessage.bare(json(body), null), API, "p", NOW);

        assertThat(verdict).isInstanceOf(NormalizationResult.Refused.class);
        assertThat(((NormalizationResult.Refused) verdict).field()).isEqualTo(field);
    }

    @Test
    void theEventGoesOnWithoutOneThatIsTooLarge() {
        ObjectNode largest = JsonNodeFactory.instance.objectNode();
        largest.put("a", "x".repeat(EventLimits.RAW_BYTES - 8));

        assertThat(accepted((ObjectNode) EventBodies.shortForm("m").set("raw", largest))
                        .raw())
                .isInstanceOf(RawPayload.Scrubbed.class);
        largest.put("a", "x".repeat(EventLimits.RAW_BYTES - 7));
        assertThat(accepted((ObjectNode) EventBodies.shortForm("m").set("raw", largest))
                        .raw())
                .isEqualTo(new RawPayload.TooLarge());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"a":[{"b":{"access_token":"SECRET","ok":1}}]} | {"a":[{"b":{"ok":1}}]}
            {"headers":[{"name":"Authorization","value":"SECRET"},{"name":"Accept","value":"*"}]} | {"headers":[{"name":"Authorization"},{"name":"Accept","value":"*"}]}
            {"headers":[{"key":"X-Api-Key","values":["SECRET"]}]} | {"headers":[{"key":"X-Api-Key"}]}
            {"headers":[["Cookie","SECRET"],["Accept","*"]]} | {"headers":[["Cookie"],["Accept","*"]]}
            {"rawHeaders":["Host","h","X-Signature","SECRET"]} | {"rawHeaders":["Host","h","X-Signature"]}
            {"body":"{\\"token\\":\\"SECRET\\",\\"text\\":\\"hi\\"}"} | {"body":"{\\"text\\":\\"hi\\"}"}
            {"url":"https://u:SECRET@h/x"} | {"url":"https://***@h/x"}
            {"file":"https://api.telegram.org/file/bot123:SECRET/p.jpg"} | {"file":"https://api.telegram.org/file/bot***/p.jpg"}
            {"url":"https://h/x?id=1&X-Amz-Signature=SECRET#f"} | {"url":"https://h/x?id=1&X-Amz-Signature=***#f"}
            {"form":"team=1&token=SECRET&text=hi"} | {"form":"team=1&token=***&text=hi"}
            {"h":"Bearer SECRET"} | {"h":"***"}
            {"t":"see xoxb-SECRET-1234 there"} | {"t":"see *** there"}
            {"url":"https://h/cb#access_token=SECRET&n=1"} | {"url":"https://h/cb#access_token=***&n=1"}
            {"t":"with password=SECRET it works"} | {"t":"with password=*** it works"}
            {"head":"Host: h\\r\\nAuthorization: Bearer SECRET\\r\\nAccept: *"} | {"head":"Host: h\\r\\nAuthorization: ***\\r\\nAccept: *"}
            {"t":"curl -H Cookie:SECRET"} | {"t":"curl -H Cookie:***"}
            {"url":"https://hooks.slack.com/services/T1/B2/SECRET"} | {"url":"https://hooks.slack.com/services/***"}
            {"url":"https://discord.com/api/webhooks/123/SECRET"} | {"url":"https://discord.com/api/webhooks/123/***"}
            ["token","SECRET"] | ["token"]
            """)
    void credentialsGoAtEveryDepthAndHoweverTheyAreWritten(String raw, String scrubbed) {
        JsonNode clean = scrubbed(json(raw.replace("SECRET", SECRET)));

        assertThat(clean.toString()).doesNotContain(SECRET);
        assertThat(clean).isEqualTo(json(scrubbed));
    }

    @Test
    void whatIsNoCredentialStaysAsItIs() {
        JsonNode harmless = json("""
                {"update_id":1,"message":{"text":"the token is gone; a=b? {not json","date":1795219976.50},
                 "nested":"{ \\"spaces\\" : 1 }","max_tokens":9,"list":["a","b"],"url":"https://h/x?page=2"}""");

        assertThat(scrubbed(harmless)).isEqualTo(harmless);
    }

    @Test
    void textsInsideTextsAreLookedThroughAsFarAsAnybodyWritesThem() {
        String text = "{\"token\":\"" + SECRET + "\",\"n\":1}";
        for (int i = 0; i < 8; i++) {
            text = JsonNodeFactory.instance.objectNode().put("inside", text).toString();
            assertThat(scrubbed(json(text)).toString()).doesNotContain(SECRET);
        }
    }

    @Property(tries = 200)
    void nothingUnderASecretNameIsLeftWhereverItStands(@ForAll("trees") JsonNode tree) {
        assertThat(scrubbed(tree).toString()).doesNotContain(SECRET);
    }

    @Provide
    Arbitrary<JsonNode> trees() {
        Arbitrary<String> names = Arbitraries.of("token", "apiKey", "X-Signature", "data", "items", "name");
        Arbitrary<JsonNode> leaf = Arbitraries.just(JsonNodeFactory.instance.textNode("plain"));
        Arbitrary<JsonNode> secret = Arbitraries.just(JsonNodeFactory.instance
                .objectNode()
                .put("password", SECRET)
                .put("text", "{\"cookie\":\"" + SECRET + "\"}"));
        return Arbitraries.recursive(
                () -> Arbitraries.oneOf(leaf, secret),
                inner -> Arbitraries.oneOf(
                        names.flatMap(name -> inner.map(node -> {
                            ObjectNode object = JsonNodeFactory.instance.objectNode();
                            object.set(name, node);
                            return (JsonNode) object;
                        })),
                        inner.list().ofMaxSize(3).map(nodes -> {
                            ArrayNode array = JsonNodeFactory.instance.arrayNode();
                            nodes.forEach(array::add);
                            return (JsonNode) array;
                        })),
                0,
                6);
    }

    /** As long as a payload may be, and made to be looked through again and again. */
    @ParameterizedTest
    @CsvSource({"a.", "://u", "eyJ", "xoxb-", "token=", "/bot1", "[\"", "{\"a\":", "&="})
    void noTextCostsMoreThanItsLength(String piece) {
        String text = piece.repeat(100_000 / piece.length());
        ObjectNode raw = JsonNodeFactory.instance.objectNode().put("t", text);

        assertThat(org.junit.jupiter.api.Assertions.<JsonNode>assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> scrubbed(raw)))
                .isNotNull();
    }

    private static JsonNode scrubbed(JsonNode raw) {
        return Optional.of(RawPayload.of(raw))
                .map(RawPayload.Scrubbed.class::cast)
                .map(payload -> json(new String(payload.bytes(), StandardCharsets.UTF_8)))
                .orElseThrow();
    }

    private static NormalizationResult.Accepted accepted(ObjectNode body) {
        return (NormalizationResult.Accepted) EventNormalizer.normalise(InboundMessage.bare(body, null), API, "p", NOW);
    }

    private static String text(EventEnvelope envelope) {
        return new String(ProtocolCodec.encode(envelope), StandardCharsets.UTF_8);
    }
}
