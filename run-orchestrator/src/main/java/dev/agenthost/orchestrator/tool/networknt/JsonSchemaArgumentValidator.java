package dev.agenthost.orchestrator.tool.networknt;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.agenthost.orchestrator.flowcontrol.FairWorkspaceExecutor;
import dev.agenthost.orchestrator.tool.SchemaCost;
import dev.agenthost.orchestrator.tool.SchemaWork;
import dev.agenthost.orchestrator.tool.ToolArgumentValidator;
import dev.agenthost.orchestrator.wire.TruncatedText;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * {@link ToolArgumentValidator} by JSON Schema 2020-12, or the draft that a schema names. The schema is untrusted: it loads no other
 * document, its cost is estimated first, and its patterns take a bounded number of steps. Validation has its own threads, one at a time for
 * each workspace, and a time limit. With an unreadable or too costly schema every argument passes: the tool validates again.
 */
public final class JsonSchemaArgumentValidator implements ToolArgumentValidator {
    private static final int THREADS = 2;
    private static final Duration DEADLINE = Duration.ofSeconds(2);
    /** The keywords under which an additional match of a pattern can cause a fault. */
    private static final Pattern INVERTING =
            Pattern.compile("(?:^|[/.])(?:not|oneOf|then|patternProperties|maxContains)(?:[/.]|$)");
    /** The steps of all patterns of one validation. */
    private static final long MOST_STEPS = 10_000_000;

    private final FairWorkspaceExecutor executor;
    private final Duration deadline;

    public JsonSchemaArgumentValidator() {
        this(pool(), DEADLINE);
    }

    /** @param deadline of one validation, from its request */
    JsonSchemaArgumentValidator(Executor pool, Duration deadline) {
        this.executor = new FairWorkspaceExecutor(pool);
        this.deadline = deadline;
    }

    static Executor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("schemas-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Creates a registry for each schema, since a registry stores its schemas. */
    private static SchemaRegistry registry(RegexStepBudget steps) {
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaCacheEnabled(false)
                        .schemaLoader(loader ->
                                loader.fetchRemoteResources(false).block(JsonSchemaArgumentValidator::isForeign))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .regularExpressionFactory(text -> new BoundedPattern(text, steps))
                                .formatAssertionsEnabled(false)
                                .failFast(true)
                                .build()));
    }

    /** Returns true for every address but those of the meta-schemas, which the library contains. */
    private static boolean isForeign(com.networknt.schema.AbsoluteIri address) {
        String text = address.toString();
        return !text.startsWith("http://json-schema.org/") && !text.startsWith("https://json-schema.org/");
    }

    @Override
    public Uni<Optional<String>> fault(String workspaceId, JsonNode schema, JsonNode arguments) {
        return executor.submit(workspaceId, () -> check(schema, arguments))
                .ifNoItem()
                .after(deadline)
                .recoverWithItem(Optional.empty())
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static Optional<String> check(JsonNode schema, JsonNode arguments) {
        try {
            if (SchemaCost.exceedsLimit(schema) || SchemaWork.exceedsLimit(schema, arguments)) {
                return Optional.empty();
            }
            RegexStepBudget steps = new RegexStepBudget(MOST_STEPS);
            List<Error> faults = registry(steps)
                    .getSchema(schema.toString(), InputFormat.JSON)
                    .validate(arguments.toString(), InputFormat.JSON);
            return faults.stream()
                    .findFirst()
                    .filter(fault -> !steps.isGuessed() || isSure(fault))
                    .map(fault -> TruncatedText.line(words(fault)));
        } catch (RuntimeException | StackOverflowError unreadable) {
            return Optional.empty();
        }
    }

    /** The message, with the JSON pointer of the value unless it is about the whole arguments. */
    private static String words(Error fault) {
        String at = fault.getInstanceLocation().toString();
        return at.isEmpty() ? fault.getMessage() : at + ": " + fault.getMessage();
    }

    /** Returns false if the fault may result from a pattern that only counts as matched, below a keyword that inverts a match. */
    private static boolean isSure(Error fault) {
        return !INVERTING.matcher(fault.getEvaluationPath().toString()).find();
    }
}
