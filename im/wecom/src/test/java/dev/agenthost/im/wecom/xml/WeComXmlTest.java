package dev.agenthost.im.wecom.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeComXmlTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            <xml><a>1</a></xml>                                             | {"a":"1"}
            <xml><a><![CDATA[<b>&amp;]]></a></xml>                          | {"a":"<b>&amp;"}
            <xml><a>&lt;&#26102;</a></xml>                                  | {"a":"<时"}
            <xml><a/><b></b></xml>                                          | {"a":"","b":""}
            <xml> <a> x </a> </xml>                                         | {"a":" x "}
            <xml><a><b>1</b><b>2</b></a></xml>                              | {"a":{"b":["1","2"]}}
            <xml><a>1</a><a>2</a><a>3</a></xml>                             | {"a":["1","2","3"]}
            <xml><a>1<!-- 2 -->3<![CDATA[4]]></a></xml>                     | {"a":"134"}
            <?xml version="1.0"?><xml c="d"><n:a xmlns:n="u">1</n:a></xml>  | {"a":"1"}
            """)
    void aDocumentIsAnObject(String document, String json) {
        assertThat(read(document).map(JsonNode::toString)).contains(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "x", "<xml/>", "<xml>x</xml>", "<xml><a></xml>", "<xml><a/></xml><xml/>", "{\"a\":1}"})
    void anythingElseIsNoDocument(String document) {
        assertThat(read(document)).isEmpty();
    }

    @Test
    void bytesThatAreNotUtf8AreNoDocumentAndPrintNothing() {
        byte[] document = "<x><a>?</a></x>".getBytes(StandardCharsets.UTF_8);
        document[6] = (byte) 0xff;
        PrintStream error = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(WeComXml.read(document)).isEmpty();
        } finally {
            System.setErr(error);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aDocumentIsAtMostSixteenElementsDeep() {
        assertThat(read("<a>".repeat(16) + "</a>".repeat(16))).isPresent();
        assertThat(read("<a>".repeat(17) + "</a>".repeat(17))).isEmpty();
        assertThat(read("<a>".repeat(100_000) + "</a>".repeat(100_000))).isEmpty();
    }

    @Test
    void anEntityOfADocumentTypeIsNotExpanded() {
        String bomb =
                "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]>";
        assertThat(read(bomb + "<x><y>&c;</y></x>")).isEmpty();
        assertThat(read(bomb + "<x><y>1</y></x>")).isEmpty();
        assertThat(read("<!DOCTYPE x><x><y>1</y></x>")).isEmpty();
        assertThat(read("<x><y>&unknown;</y></x>")).isEmpty();
    }

    @Test
    void nothingOutsideOfADocumentIsRead(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "secret");
        AtomicInteger calls = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/x";
        try {
            assertThat(read("<!DOCTYPE x [<!ENTITY a SYSTEM \"" + secret.toUri() + "\">]><x><y>&a;</y></x>"))
                    .isEmpty();
            assertThat(read("<!DOCTYPE x [<!ENTITY a SYSTEM \"" + url + "\">]><x><y>&a;</y></x>"))
                    .isEmpty();
            assertThat(read("<!DOCTYPE x SYSTEM \"" + url + "\"><x><y>1</y></x>"))
                    .isEmpty();
            assertThat(read("<!DOCTYPE x [<!ENTITY % p SYSTEM \"" + url + "\"> %p;]><x><y>1</y></x>"))
                    .isEmpty();
            assertThat(calls).hasValue(0);
        } finally {
            server.stop(0);
        }
    }

    @Property
    void aTextThatIsWrittenIsReadAgain(@ForAll @CharRange(from = ' ', to = '\uD7FF') String text) {
        assertThat(read("<xml>" + WeComXml.element("a", text) + "<b>]]</b></xml>")
                        .map(members -> members.path("a").asText()))
                .contains(text);
    }

    @Property(tries = 5000)
    void anyBytesHaveAnOutcome(@ForAll byte[] bytes, @ForAll @CharRange(from = '!', to = 'D') String text) {
        assertThat(WeComXml.read(bytes)).isNotNull();
        assertThat(read("<xml><a>" + text + "</a></xml>")).isNotNull();
        assertThat(read("<xml" + text + "</xml>")).isNotNull();
    }

    private static Optional<ObjectNode> read(String document) {
        return WeComXml.read(document.getBytes(StandardCharsets.UTF_8));
    }
}
