package dev.agenthost.orchestrator.tool.networknt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.orchestrator.tool.Folded;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSchemaArgumentValidatorTest {
    private static final String ADD = """
            {"type":"object","properties":{"a":{"type":"integer","minimum":0},"how":{"enum":["fast","slow"]}},
             "required":["a"],"additionalProperties":false}""";

    /** On a busy machine the first judgement, which loads the library, takes its time. */
    private static final Duration ENOUGH = Duration.ofMinutes(5);

    private final JsonSchemaArgumentValidator arguments =
            new JsonSchemaArgumentValidator(JsonSchemaArgumentValidator.pool(), ENOUGH);

    @Test
    void acceptsValidArguments() {
        assertThat(fault(ADD, "{\"a\":2,\"how\":\"fast\"}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|'a'",
                "{\"a\":\"2\"}|/a",
                "{\"a\":-1}|/a",
                "{\"a\":1,\"how\":\"odd\"}|/how",
                "{\"a\":1,\"b\":2}|'b'"
            })
    void theFirstFaultSaysWhereItIs(String value, String where) {
        assertThat(fault(ADD, value))
                .hasValueSatisfying(
                        validate -> assertThat(validate).contains(where).doesNotStartWith(":"));
    }

    /** A pattern with lookahead is not checked: where it decides, the call passes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"patternProperties\":{\"^(?!x-)\":{\"type\":\"string\"}}}|{\"x-n\":5}",
                "{\"properties\":{\"a\":{\"not\":{\"pattern\":\"^(?=b)\"}}}}|{\"a\":\"c\"}",
                "{\"properties\":{\"a\":{\"oneOf\":[{\"pattern\":\"^(?!a)\"},{\"pattern\":\"^a\"}]}}}|{\"a\":\"ab\"}"
            })
    void aPatternThatHadToBeGuessedRefusesNothing(String schema, String value) {
        assertThat(fault(schema, value)).isEmpty();
    }

    @Test
    void anEmptySchemaAcceptsAnyObject() {
        assertThat(fault("{}", "{\"x\":[1,{\"y\":null}]}")).isEmpty();
        assertThat(fault("{\"type\":\"object\"}", "{}")).isEmpty();
    }

    @Test
    void supportsOlderDrafts() {
        String draft =
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\",\"required\":[\"a\"]}";

        assertThat(fault(draft, "{}")).isPresent();
        assertThat(fault(draft, "{\"a\":1}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"$ref\":\"#\"}",
                "{\"$ref\":\"#/nowhere\"}",
                "{\"properties\":{\"a\":{\"pattern\":\"([\"}}}",
                "{\"$schema\":\"https://elsewhere.example/own\"}"
            })
    void anUnreadableSchemaAcceptsEverything(String schema) {
        assertThat(fault(schema, "{\"a\":\"b\"}")).isEmpty();
    }

    @Test
    void nothingIsFetchedForASchema() throws IOException {
        AtomicInteger validated = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            validated.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        String at = "http://127.0.0.1:" + server.getAddress().getPort() + "/s.json";

        assertThat(fault("{\"properties\":{\"a\":{\"$ref\":\"" + at + "\"}}}", "{\"a\":1}"))
                .isEmpty();
        assertThat(fault("{\"$schema\":\"" + at + "\"}", "{\"a\":1}")).isEmpty();
        assertThat(fault("{\"properties\":{\"a\":{\"$ref\":\"file:///etc/hostname\"}}}", "{\"a\":1}"))
                .isEmpty();
        server.stop(0);

        assertThat(validated.get()).isZero();
    }

    /** A backtracking engine would not end with any of these patterns. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "^(a+)+$;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
                "^(a|a)*$;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
                "^(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)x;`y`"
            })
    void validatesAHostilePatternInLinearTime(String pattern, String value) {
        assertThat(fault("{\"properties\":{\"a\":{\"pattern\":\"" + pattern + "\"}}}", "{\"a\":\"" + value + "\"}"))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"((a{1000}){1000}){1000}", "((?:){2147483647}){2147483647}x", "^(?=b)", "(.)\\\\1", "(["})
    void treatsAnUnsupportedPatternAsMatched(String pattern) {
        String schema = "{\"required\":[\"b\"],\"properties\":{\"a\":{\"pattern\":\"" + pattern + "\"}}}";

        assertThat(fault(schema, "{\"a\":\"xyz\",\"b\":1}")).isEmpty();
        assertThat(fault(schema, "{\"a\":\"xyz\"}"))
                .hasValueSatisfying(validate -> assertThat(validate).contains("'b'"));
    }

    @Test
    void patternsShareTheStepBudget() {
        StringBuilder schema = new StringBuilder("{\"properties\":{\"a\":{\"allOf\":[");
        for (int i = 0; i < 200; i++) {
            schema.append("{\"pattern\":\"[a-z]{900}x" + i + "|a\"},");
        }

        assertThat(fault(schema + "{\"pattern\":\"^b\"}]}}}", "{\"a\":\"" + "a".repeat(20_000) + "\"}"))
                .isEmpty();
    }

    @Test
    void supportsUnicodeEscapesInPatterns() {
        String schema = "{\"properties\":{\"a\":{\"pattern\":\"^\\\\u0061+$\"}}}";

        assertThat(fault(schema, "{\"a\":\"aa\"}")).isEmpty();
        assertThat(fault(schema, "{\"a\":\"ab\"}")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"anyOf", "oneOf", "allOf"})
    void anExponentialSchemaAcceptsEverything(String keyword) {
        assertThat(validate(Folded.schema(keyword, 30), Folded.tree("{'b':1}"))).isEmpty();
        assertThat(validate(Folded.schema(keyword, 5), Folded.tree("{'b':1}"))).isPresent();
    }

    @Test
    void acceptsAValueWithExponentialWork() {
        assertThat(validate(Folded.doubling(), Folded.nested(40))).isEmpty();
    }

    /** A call passes if all threads are taken, or if its validation takes too long. */
    @Test
    void acceptsAfterTheTimeLimit() {
        JsonNode schema = Folded.tree("{'required':['a']}");
        JsonSchemaArgumentValidator full = new JsonSchemaArgumentValidator(
                work -> {
                    throw new RejectedExecutionException("full");
                },
                ENOUGH);
        JsonSchemaArgumentValidator slow = new JsonSchemaArgumentValidator(work -> {}, Duration.ofMillis(1));

        assertThat(full.fault("ws-1", schema, Folded.tree("{}")).await().indefinitely())
                .isEmpty();
        assertThat(slow.fault("ws-1", schema, Folded.tree("{}")).await().indefinitely())
                .isEmpty();
        assertThat(validate(schema, Folded.tree("{}"))).isPresent();
    }

    @Test
    void validatesOneSchemaAtATimePerWorkspace() {
        JsonNode schema = Folded.tree("{'required':['a']}");
        Queue<Runnable> threads = new ArrayDeque<>();
        JsonSchemaArgumentValidator shared = new JsonSchemaArgumentValidator(threads::add, ENOUGH);
        List<String> judged = new ArrayList<>();

        for (String workspace : List.of("ws-slow", "ws-slow", "ws-other")) {
            shared.fault(workspace, schema, Folded.tree("{}"))
                    .subscribe()
                    .with(fault -> judged.add(workspace + " " + fault.isPresent()));
        }
        assertThat(threads).hasSize(2);
        threads.remove();
        threads.remove().run();

        assertThat(judged).containsExactly("ws-other true");
    }

    /** A cancelled validation frees its thread for another. */
    @Test
    void doesNotExecuteACancelledValidation() {
        JsonNode hostile = Folded.tree("{'required':['a']}");
        Queue<Runnable> threads = new ArrayDeque<>();
        JsonSchemaArgumentValidator shared = new JsonSchemaArgumentValidator(threads::add, ENOUGH);
        JsonNode[] looked = new JsonNode[1];
        ObjectNode value = new ObjectNode(JsonNodeFactory.instance) {
            @Override
            public String toString() {
                looked[0] = this;
                return super.toString();
            }
        };

        shared.fault("ws-1", hostile, value).subscribe().with(fault -> {}).cancel();
        threads.remove().run();

        assertThat(looked[0]).isNull();
    }

    private Optional<String> validate(JsonNode schema, JsonNode value) {
        return arguments.fault("ws-1", schema, value).await().indefinitely();
    }

    private Optional<String> fault(String schema, String value) {
        try {
            return arguments
                    .fault("ws-1", ProtocolCodec.readTree(schema), ProtocolCodec.readTree(value))
                    .await()
                    .indefinitely();
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
