package dev.agenthost.orchestrator.tool.networknt;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.agenthost.orchestrator.tool.ToolArguments;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.List;
import java.util.Optional;

/**
 * {@link ToolArguments} by JSON Schema 2020-12, or the draft that a schema names. The schema is a stranger's: it reaches for no other
 * document, its patterns take a bounded number of steps, and one that nobody can read lets everything through: the tool judges again.
 */
public final class SchemaArguments implements ToolArguments {
    private static final int LONGEST = 300;

    /** A registry keeps what it was shown, so each schema has its own. */
    private static SchemaRegistry registry() {
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaCacheEnabled(false)
                        .schemaLoader(
                                loader -> loader.fetchRemoteResources(false).block(SchemaArguments::isForeign))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .regularExpressionFactory(BoundedPattern::new)
                                .failFast(true)
                                .build()));
    }

    /** Only the meta-schemas come from somewhere else: from inside the library. */
    private static boolean isForeign(com.networknt.schema.AbsoluteIri address) {
        String text = address.toString();
        return !text.startsWith("http://json-schema.org/") && !text.startsWith("https://json-schema.org/");
    }

    @Override
    public Uni<Optional<String>> fault(JsonNode schema, JsonNode arguments) {
        return Uni.createFrom()
                .item(() -> judged(schema, arguments))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static Optional<String> judged(JsonNode schema, JsonNode arguments) {
        try {
            List<Error> faults = registry()
                    .getSchema(schema.toString(), InputFormat.JSON)
                    .validate(arguments.toString(), InputFormat.JSON);
            return faults.stream().findFirst().map(SchemaArguments::line);
        } catch (RuntimeException | StackOverflowError unreadable) {
            return Optional.empty();
        }
    }

    private static String line(Error fault) {
        String text = fault.toString().replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }
}
