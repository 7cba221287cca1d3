package dev.agenthost.orchestrator.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpServerRulesTest {
    private static final StdioCommands COMMANDS = new StdioCommands(Map.of(
            "clock", command("*"),
            "theirs", command("ws-2")));

    @Test
    void convertsAServerInBothDirections() {
        for (String body : List.of(
                "{\"server_id\":\"s\",\"workspace_id\":\"ws-1\",\"kind\":\"http\",\"url\":\"https://h/mcp\",\"headers\":[{\"name\":\"X\",\"secret_ref\":\"K\",\"scheme\":\"Bearer\"}],\"enabled\":true,\"version\":1}",
                "{\"server_id\":\"s\",\"workspace_id\":\"ws-1\",\"kind\":\"stdio\",\"command\":\"clock\",\"description\":\"d\",\"enabled\":false,\"version\":7}")) {
            McpServer server = McpServerRules.check(read(body).server("s", "ws-1"), COMMANDS);

            assertThat(new String(ProtocolCodec.encode(McpServerDocument.of(server)), StandardCharsets.UTF_8))
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"kind\":\"http\"}|url",
                "{\"kind\":\"stdio\"}|command",
                "{\"kind\":\"http\",\"url\":\"https://h\",\"command\":\"clock\"}|command",
                "{\"kind\":\"stdio\",\"command\":\"clock\",\"url\":\"https://h\"}|url",
                "{\"kind\":\"stdio\",\"command\":\"clock\",\"headers\":[]}|headers",
                "{\"kind\":\"stdio\",\"command\":\"/bin/sh\"}|command",
                "{\"kind\":\"stdio\",\"command\":\"theirs\"}|command",
                "{\"kind\":\"http\",\"url\":\"ftp://h\"}|url",
                "{\"kind\":\"http\",\"url\":\"https://u:p@h\"}|url",
                "{\"kind\":\"http\",\"url\":\"https://h?key=1\"}|url",
                "{\"kind\":\"http\",\"url\":\"https://h:0\"}|url",
                "{\"kind\":\"http\",\"url\":\"h\"}|url",
                "{\"kind\":\"http\",\"url\":\"https://h h\"}|url",
                "{\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"a b\",\"secret_ref\":\"K\"}]}|headers[0].name",
                "{\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"Host\",\"secret_ref\":\"K\"}]}|headers[0].name",
                "{\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"Mcp-Session-Id\",\"secret_ref\":\"K\"}]}|headers[0].name",
                "{\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"X\",\"secret_ref\":\"K\"},{\"name\":\"x\",\"secret_ref\":\"K\"}]}|headers[1].name",
                "{\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"X\",\"secret_ref\":\"a value\"}]}|headers[0].secret_ref",
                "{\"kind\":\"http\",\"url\":\"https://h\",\"headers\":[{\"name\":\"X\",\"secret_ref\":\"K\",\"scheme\":\"a b\"}]}|headers[0].scheme"
            })
    void whatIsWrongIsNamed(String body, String field) {
        assertThatThrownBy(() -> McpServerRules.check(read(body).server("s", "ws-1"), COMMANDS))
                .isInstanceOfSatisfying(InvalidFieldException.class, why -> assertThat(why.field())
                        .isEqualTo(field));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a__b", "a_", "_a", "a/b", "a.b", "a*", "", "a-", "123456789012345678901234567890123"})
    void refusesAnIdWithDoubleUnderscores(String id) {
        assertThatThrownBy(() -> McpServerRules.id(id)).isInstanceOf(InvalidFieldException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A-1", "files_of_us", "12345678901234567890123456789012"})
    void acceptsAPlainId(String id) {
        assertThat(McpServerRules.id(id)).isEqualTo(id);
    }

    private static McpServerDocument read(String body) {
        try {
            return ProtocolCodec.decode(body.getBytes(StandardCharsets.UTF_8), McpServerDocument.class);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static StdioCommands.Command command(String workspace) {
        return new StdioCommands.Command(List.of("/bin/true"), Map.of(), Map.of(), null, Set.of(workspace));
    }
}
