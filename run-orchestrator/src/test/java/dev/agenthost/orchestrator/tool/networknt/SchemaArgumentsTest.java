package dev.agenthost.orchestrator.tool.networknt;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaArgumentsTest {
    private static final String ADD = """
            {"type":"object","properties":{"a":{"type":"integer","minimum":0},"how":{"enum":["fast","slow"]}},
             "required":["a"],"additionalProperties":false}""";

    private final SchemaArguments arguments = new SchemaArguments();

    @Test
    void whatFitsHasNoFault() {
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
    void theFirstFaultSaysWhereItIs(String given, String where) {
        assertThat(fault(ADD, given))
                .hasValueSatisfying(said -> assertThat(said).contains(where));
    }

    @Test
    void aSchemaWithoutAnythingTakesAnyObject() {
        assertThat(fault("{}", "{\"x\":[1,{\"y\":null}]}")).isEmpty();
        assertThat(fault("{\"type\":\"object\"}", "{}")).isEmpty();
    }

    @Test
    void anOlderDraftIsReadAsSuch() {
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
    void aSchemaThatNobodyCanReadLetsEverythingThrough(String schema) {
        assertThat(fault(schema, "{\"a\":\"b\"}")).isEmpty();
    }

    @Test
    void nothingIsFetchedForASchema() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
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

        assertThat(asked.get()).isZero();
    }

    @Test
    void aPatternThatNeverEndsDoes() {
        String schema = "{\"properties\":{\"a\":{\"pattern\":\"^(([a-z])+.)+[A-Z]([a-z])+$\"}}}";

        assertThat(fault(schema, "{\"a\":\"" + "a".repeat(5_000) + "\"}")).isEmpty();
        assertThat(fault("{\"properties\":{\"a\":{\"pattern\":\"^[a-z]+$\"}}}", "{\"a\":\"A\"}"))
                .isPresent();
    }

    private Optional<String> fault(String schema, String given) {
        try {
            return arguments
                    .fault(ProtocolCodec.readTree(schema), ProtocolCodec.readTree(given))
                    .await()
                    .indefinitely();
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
