package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.carrier.CarrierResult.ProtocolError;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.declaration.DeclarationReader;
import dev.agenthost.actiongraph.declaration.DeclarationResult;
import dev.agenthost.actiongraph.markdown.MarkdownFence;
import dev.agenthost.actiongraph.markdown.MarkdownOutline;
import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.BoundedJson;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the content of one carrier. */
final class CarriedDeclaration {
    /** The section with the note for the person. */
    static final String VISIBLE_NOTE = "user.visible";

    /** Members of the full form that the compact form has not. */
    private static final List<String> FULL_MEMBERS = List.of("type", "version", "intent", "payload");

    private final ReferenceScope scope;
    private final ExecutorNames executors;
    private final MarkdownOutline outline;
    private final String text;
    private final ViolationCollector violations = new ViolationCollector();

    private static final String TARGET = "$.payload.actions[%d].executor.target";
    private static final String COMPACT_TARGET = "$.calls[%d].name";

    /** @param text the whole text of the output */
    CarriedDeclaration(ReferenceScope scope, ExecutorNames executors, MarkdownOutline outline, String text) {
        this.scope = scope.withSections(outline.sections().keySet());
        this.executors = executors;
        this.outline = outline;
        this.text = text;
    }

    CarrierResult nativeCall(NativeToolCall call, boolean hasBlock) {
        if (hasBlock) {
            violations.warn(
                    "$", Rule.CARRIER_IGNORED, "has an agent-protocol block beside the call; the call was read");
        }
        return json(call.arguments(), CarrierOrigin.NATIVE_CALL, hasBlock || text.isBlank() ? null : text.strip());
    }

    CarrierResult block(MarkdownFence block) {
        return json(block.content(), CarrierOrigin.FENCED_BLOCK, null);
    }

    CarrierResult directCalls(List<NativeToolCall> calls) {
        return recovered(calls, DirectCalls::add, "$.tool_calls", CarrierOrigin.RECOVERED_TOOL_CALL);
    }

    CarrierResult textCalls(List<String> calls) {
        return recovered(calls, DirectCalls::add, "$.tool_calls", CarrierOrigin.RECOVERED_TEXT_CALL);
    }

    CarrierResult compactText(JsonNode object) {
        return compact(object, CarrierOrigin.RECOVERED_TEXT_CALL, null);
    }

    private <T> CarrierResult recovered(List<T> calls, CallAdder<T> adder, String path, CarrierOrigin origin) {
        DirectCalls direct = new DirectCalls(executors, violations);
        for (int i = 0; i < calls.size(); i++) {
            adder.add(direct, calls.get(i), path + "[" + i + "]");
        }
        return violations.errorCount() > 0 ? CarrierReader.errors(violations) : compact(direct.act(), origin, null);
    }

    private CarrierResult json(String json, CarrierOrigin origin, @Nullable String note) {
        JsonNode value = BoundedJson.parse(json, "$", violations);
        if (value == null) {
            return CarrierReader.errors(violations);
        }
        return isCompact(value, origin) ? compact(value, origin, note) : full(value, origin, note);
    }

    /** The schema of the native call has the compact form alone, so that form corrects what has no member of either. */
    private static boolean isCompact(JsonNode value, CarrierOrigin origin) {
        return !value.has("type")
                && (value.has("kind")
                        || value.has("calls")
                        || origin == CarrierOrigin.NATIVE_CALL
                                && FULL_MEMBERS.stream().noneMatch(value::has));
    }

    private CarrierResult compact(JsonNode value, CarrierOrigin origin, @Nullable String note) {
        return switch (CompactReader.read(value, scope, violations)) {
            case null -> {
                ExecutorCheck.checkRefused(value, true, violations.errors(), executors, COMPACT_TARGET, violations);
                yield CarrierReader.errors(violations);
            }
            case CompactReader.Compact.End end -> CarrierReader.answer(end.message(), end.kind());
            case CompactReader.Compact.Act act ->
                declared(
                        act.declaration(),
                        origin,
                        act.message() == null ? note : act.message(),
                        DeclarationText.isComplete(act.declaration()) ? null : DeclarationText.of(act.declaration()),
                        COMPACT_TARGET);
        };
    }

    private CarrierResult full(JsonNode value, CarrierOrigin origin, @Nullable String note) {
        return switch (new DeclarationReader(scope).read(value)) {
            case DeclarationResult.Invalid invalid -> {
                ExecutorCheck.checkRefused(value, false, invalid.errors(), executors, TARGET, violations);
                yield new ProtocolError(Stream.concat(invalid.errors().stream(), violations.errors().stream())
                        .toList());
            }
            case DeclarationResult.Valid valid -> {
                valid.warnings().forEach(warning -> violations.warn(warning.path(), warning.rule(), warning.message()));
                String written = DeclarationText.of(value, outline.sections());
                yield declared(valid.declaration(), origin, note, written, TARGET);
            }
        };
    }

    private CarrierResult declared(
            Declaration declaration,
            CarrierOrigin origin,
            @Nullable String note,
            @Nullable String written,
            String targetPath) {
        ExecutorCheck.check(declaration, executors, targetPath, violations);
        if (violations.errorCount() > 0) {
            return CarrierReader.errors(violations);
        }
        String visibleNote = outline.sections().getOrDefault(VISIBLE_NOTE, note == null ? "" : note);
        return new Declared(
                declaration,
                outline.sections(),
                VisibleText.orNull(PrivateReasoning.without(visibleNote)),
                origin == CarrierOrigin.FENCED_BLOCK ? text : written,
                origin,
                violations.warnings());
    }

    /** Adds one call. */
    @FunctionalInterface
    private interface CallAdder<T> {
        void add(DirectCalls calls, T call, String path);
    }
}
