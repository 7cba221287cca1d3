package dev.agenthost.actiongraph.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceResolverTest {
    private static final Map<String, JsonNode> VALUES = new HashMap<>();

    static {
        VALUES.put("md:task", json("\"Do it.\""));
        VALUES.put(
                "action:a.output",
                json("{\"items\": [{\"id\": 7}, \"x\"], \"text\": \"action:b.output\", \"none\": null}"));
        VALUES.put("action:a.summary", json("\"Two items.\""));
        VALUES.put("action:a.status", json("\"completed\""));
        VALUES.put("input:user", json("{\"goal\": \"Review\"}"));
        VALUES.put("artifact:report", json("[1, 2]"));
        VALUES.put("artifact://call_7", json("true"));
        VALUES.put("runtime://run_1/actions/scan/output", json("3.50"));
        VALUES.put("loop:item", json("{\"file\": \"a.ts\"}"));
        VALUES.put("loop:index", json("2"));
    }

    private final ReferenceResolver resolver = new ReferenceResolver(new FixedValues(VALUES));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    "md:task"                      | "Do it."
                    "action:a.output.items[0]"     | {"id":7}
                    "action:a.output.items[0].id"  | 7
                    "action:a.output.none"         | null
                    "action:a.summary"             | "Two items."
                    "action:a.status"              | "completed"
                    "input:user.goal"              | "Review"
                    "artifact:report"              | [1,2]
                    "artifact://call_7"            | true
                    "runtime://runs/run_1/actions/scan/output" | 3.50
                    "loop:item.file"               | "a.ts"
                    "loop:index"                   | 2
                    {"a":["loop:index",{"b":"input:user.goal"}],"c":"see input:user.goal"} | {"a":[2,{"b":"Review"}],"c":"see input:user.goal"}
                    {"a":{"$literal":"loop:index"}} | {"a":"loop:index"}
                    {"a":{"$literal":{"b":"loop:index"}}} | {"a":{"b":"loop:index"}}
                    {"a":{"$literal":1,"b":2}}     | {"a":{"$literal":1,"b":2}}
                    """)
    void replacesWholeValuesByType(String input, String resolved) {
        assertThat(resolver.resolve(json(input)))
                .isInstanceOfSatisfying(ResolvedInput.Resolved.class, value -> assertThat(value.value())
                        .hasToString(resolved));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    "action:b.output"                 | action:b.output          |
                    "action:a.output.items[2]"        | action:a.output.items[2] | ; `.items` of its value is a list of 2
                    "action:a.output.text.x"          | action:a.output.text.x   | ; `.text` of its value is a text
                    "action:a.output.itms"            | action:a.output.itms     | ; its value has `items`, `text`, `none`; the nearest name is items
                    ["loop:index",{"x":"input:other"}] | input:other             |
                    {"x":"md:gone","y":"input:other"} | md:gone                  |
                    """)
    void anInputWithAnUnresolvedReferenceNamesThePartsThatThereAre(String input, String reference, String parts) {
        assertThat(resolver.resolve(json(input))).isInstanceOfSatisfying(ResolvedInput.Unresolved.class, unresolved -> {
            assertThat(unresolved.reference()).hasToString(reference);
            assertThat(unresolved.why()).isEqualTo(reference + " has no value");
            assertThat(unresolved.remedy()).isEqualTo(reference + " has no value" + (parts == null ? "" : parts));
        });
    }

    @Test
    void aValueThatLooksLikeAReferenceStaysAsItIs() {
        assertThat(resolver.resolve(json("\"action:a.output.text\"")))
                .isEqualTo(new ResolvedInput.Resolved(json("\"action:b.output\"")));
    }

    @Test
    void theHashOfAPromptIsThatOfItsText() {
        assertThat(PromptText.of("abc").sha256())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree("[" + text + "]").get(0);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
