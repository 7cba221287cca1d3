package dev.agenthost.actiongraph.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Payload;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.Violation;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks each output of {@code carrier/corpus.json} against its outcome. */
class CorpusTest {
    private static final ReferenceScope SCOPE =
            new ReferenceScope(Set.of(), Set.of("user.goal"), Set.of(), Set.of("call_7"), Set.of("run_1"));
    private static final ExecutorNames EXECUTORS =
            ExecutorNames.of(Set.of("read", "glob", "fs.write"), Set.of("code-reviewer"));
    private static final CarrierReader READER = new CarrierReader(SCOPE, EXECUTORS);

    record Case(String name, AssistantMessage message, String outcome) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> corpus() throws Exception {
        try (InputStream stream = CorpusTest.class.getResourceAsStream("/carrier/corpus.json")) {
            JsonNode cases =
                    ProtocolCodec.readTree(Objects.requireNonNull(stream).readAllBytes());
            return StreamSupport.stream(cases.spliterator(), false).map(CorpusTest::read);
        }
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void eachOutputHasItsExactOutcome(Case example) {
        assertThat(outcome(READER.read(example.message()))).isEqualTo(example.outcome());
    }

    @Test
    void theCorpusHasAtLeast200DifferentOutputs() throws Exception {
        assertThat(corpus().map(Case::name).distinct()).hasSizeGreaterThanOrEqualTo(200);
        assertThat(corpus().map(Case::message).distinct()).hasSizeGreaterThanOrEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void anErrorTellsTheModelWhatToCorrect(Case example) {
        if (READER.read(example.message()) instanceof CarrierResult.ProtocolError error) {
            assertThat(error.message())
                    .startsWith("Nothing was executed.")
                    .doesNotContain("java.", "Node", "Exception")
                    .hasSizeLessThan(8_000);
        }
    }

    private static Case read(JsonNode description) {
        List<NativeToolCall> calls = new ArrayList<>();
        description
                .path("calls")
                .forEach(call -> calls.add(new NativeToolCall(call.get(0).textValue(), arguments(call.get(1)))));
        String text = description.path("text").asText("");
        boolean isComplete = !description.path("incomplete").asBoolean();
        return new Case(
                description.get("name").textValue(),
                new AssistantMessage(text.repeat(description.path("repeat").asInt(1)), calls, isComplete),
                description.get("outcome").textValue());
    }

    /** A text, a list of a text and its repetitions, or a number of calls. */
    private static String arguments(JsonNode arguments) {
        if (arguments.isInt()) {
            return IntStream.range(0, arguments.intValue())
                    .mapToObj("{\"id\":\"a%d\",\"type\":\"tool\",\"name\":\"read\"}"::formatted)
                    .collect(Collectors.joining(",", "{\"kind\":\"act\",\"calls\":[", "]}"));
        }
        return arguments.isArray()
                ? arguments.get(0).textValue().repeat(arguments.get(1).intValue())
                : arguments.textValue();
    }

    private static String outcome(CarrierResult result) {
        return switch (result) {
            case CarrierResult.Answer answer -> answer.kind().name().toLowerCase(Locale.ROOT) + ": " + answer.text();
            case CarrierResult.ProtocolError error -> "error: " + join(error.errors());
            case CarrierResult.Declared declared ->
                "declared " + declared.origin().wire() + ": "
                        + contents(declared.declaration().payload())
                        + (declared.visibleNote() == null ? "" : " | note: " + declared.visibleNote())
                        + (declared.warnings().isEmpty() ? "" : " | warned: " + join(declared.warnings()));
        };
    }

    private static String contents(Payload payload) {
        return payload instanceof ActionGraph graph
                ? graph.actions().stream().map(CorpusTest::contents).collect(Collectors.joining(" "))
                : payload.type().wire();
    }

    private static String contents(Action action) {
        return action.id() + "(" + Objects.toString(action.input().value(), "") + ")"
                + (action.dependsOn().isEmpty() ? "" : "<-" + String.join(",", action.dependsOn()));
    }

    private static String join(List<Violation> violations) {
        return violations.stream()
                .map(violation -> violation.path() + " " + violation.rule().code())
                .collect(Collectors.joining(", "));
    }
}
