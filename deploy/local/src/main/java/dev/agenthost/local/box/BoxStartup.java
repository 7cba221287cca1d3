package dev.agenthost.local.box;

import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.DemoSeed;
import dev.agenthost.local.plan.ProcessPlan.Tier;
import dev.agenthost.local.process.LogLine;
import dev.agenthost.local.process.SupervisedProcess;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.kafka.TopicSet;
import dev.agenthost.testkit.process.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Starts the processes of a box, tier by tier, and reports its progress. */
final class BoxStartup {
    /** After this number of deaths while it starts, a process counts as failed. */
    private static final int DEATHS = 3;

    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(150);
    private static final int LINES = 15;

    private final BoxLayout layout;
    private final BoxPlan plan;
    private final BoxProcesses children;
    private final boolean checksItself;
    private final Consumer<String> progress;
    private final Instant begin = Instant.now();

    BoxStartup(BoxOptions options, BoxPlan plan, BoxProcesses children) {
        this.layout = options.layout();
        this.plan = plan;
        this.children = children;
        this.checksItself = options.checksItself();
        this.progress = options.progress();
    }

    /** Checks that every jar of the plan exists; the exception names the first missing one. */
    static void requireBuilt(BoxLayout layout, BoxPlan plan) throws BoxFailedException {
        for (var process : plan.processes()) {
            int jar = process.command().indexOf("-jar") + 1;
            if (jar > 0
                    && !Files.exists(layout.project().resolve(process.command().get(jar)))) {
                throw new BoxFailedException(process.name().name() + " is not built: there is no "
                        + process.command().get(jar) + ". Run ./mvnw -DskipTests package, or ./agenthost up.");
            }
        }
    }

    void run() throws BoxFailedException, InterruptedException, IOException {
        report("starting Kafka and PostgreSQL");
        children.start(Tier.SERVERS);
        await(Tier.SERVERS);
        requireSchemasOfThisBuild();
        TopicSet.createWalk(plan.surroundings().bootstrapServers());
        TopicSet.createAdapter(plan.surroundings().bootstrapServers(), BoxKeys.DEMO);
        report("starting the five services, the front door and the runners");
        children.start(Tier.SERVICES);
        children.start(Tier.EDGE);
        await(Tier.SERVICES);
        seed();
        await(Tier.EDGE);
        children.checkAll();
    }

    /** Checks before a service starts that its schema, if there is one, was made by the migrations of its jar. */
    private void requireSchemasOfThisBuild() throws BoxFailedException, IOException {
        for (var service : Service.values()) {
            var schema = service.schema();
            if (schema != null) {
                requireSchemaOfThisBuild(service, schema);
            }
        }
    }

    private void requireSchemaOfThisBuild(Service service, String schema) throws BoxFailedException, IOException {
        try {
            var jars = layout.jar(service).resolveSibling("app");
            var unknown =
                    new SchemaCheck(jars).unknownMigration(plan.surroundings().database(), schema);
            if (unknown.isPresent()) {
                throw new BoxFailedException(
                        "The data in " + layout.data() + " are of an earlier build and cannot be used: this build of "
                                + service.module() + " does not know the migration " + unknown.get() + " of schema "
                                + schema
                                + ".\nTo delete all data, logs and keys of this box: ./agenthost reset, then ./agenthost up again.");
            }
        } catch (SQLException e) {
            throw new BoxFailedException("The schema " + schema + " cannot be checked: " + e.getMessage());
        }
    }

    private void seed() throws BoxFailedException, InterruptedException {
        var seed = new DemoSeed(
                BoxPlan.frontDoor(plan.ports()),
                plan.surroundings().keys().demoKey(),
                plan.surroundings().model());
        var deadline = Instant.now().plus(LIMIT);
        while (true) {
            try {
                seed.plant();
                if (checksItself) {
                    seed.plantStartCheck();
                }
                return;
            } catch (IOException e) {
                if (Instant.now().isAfter(deadline)) {
                    throw new BoxFailedException("the demo agent could not be created: " + e.getMessage());
                }
                Thread.sleep(LOOK_AGAIN);
            }
        }
    }

    private void await(Tier tier) throws BoxFailedException, InterruptedException {
        var waiting = new ArrayList<>(children.of(tier));
        var deadline = Instant.now().plus(LIMIT);
        while (!waiting.isEmpty()) {
            for (var process : List.copyOf(waiting)) {
                var child = children.get(process);
                if (children.check(process)) {
                    waiting.remove(process);
                    report(process.name().label() + " is ready");
                } else if (child.deaths() >= DEATHS) {
                    throw failed(child, "died " + child.deaths() + " times while starting");
                } else if (Instant.now().isAfter(deadline)) {
                    throw failed(child, "was not ready after " + LIMIT.toSeconds() + " s");
                }
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }

    private BoxFailedException failed(SupervisedProcess child, String why) {
        var message = new StringBuilder()
                .append(child.name().label())
                .append(' ')
                .append(why)
                .append(".\nIts log is ")
                .append(child.log());
        var lines =
                LogTail.of(child.log(), LINES).stream().map(LogLine::readable).toList();
        if (!lines.isEmpty()) {
            message.append(", and ends with:\n    ").append(String.join("\n    ", lines));
        }
        if (child.name().name().equals(BoxPlan.POSTGRES)) {
            message.append(RootHint.text());
        }
        return new BoxFailedException(message.toString());
    }

    private void report(String what) {
        var seconds = Duration.between(begin, Instant.now()).toMillis() / 1000.0;
        progress.accept(String.format(Locale.ROOT, "%5.1f s  %s", seconds, what));
    }
}
