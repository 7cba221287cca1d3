package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import dev.agenthost.bench.testbed.WebhookClient;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The answers of event-gateway to webhooks of a platform: while the whole box answers each event in its chat, and with Kafka and PostgreSQL
 * alone.
 */
public final class WebhookLatency {
    private static final int BOX_AT_WORK = 100;
    private static final int GATEWAY_ALONE = 500;
    private static final double AT_MOST_MILLISECONDS = 100;
    private static final String BOT = "hook";
    private static final String SECRET = "secret_of_webhooks";
    private static final String TOKEN = "token_of_calls";
    private static final long SELF_ID = 10_001;
    private static final int LOOKS = 300;
    private static final Set<String> LEFT = Set.of(BoxPlan.KAFKA, BoxPlan.POSTGRES, Service.EVENT_GATEWAY.module());

    private final Path project;
    private final Path home;
    private final Durations durations;

    public WebhookLatency(Path project, Path home, Durations durations) {
        this.project = project;
        this.home = home;
        this.durations = durations;
    }

    public void measure(Findings findings) throws Exception {
        var secrets = Map.of(
                "agenthost.secrets.\"HOOK\"", SECRET,
                "agenthost.secret-workspaces.\"HOOK\"", "demo",
                "agenthost.secrets.\"TOKEN\"", TOKEN,
                "agenthost.secret-workspaces.\"TOKEN\"", "demo",
                "agenthost.egress.allow", "127.0.0.0/8");
        var extra = Map.of(Service.EVENT_GATEWAY, secrets, Service.DELIVERY_SERVICE, secrets);
        try (var account = new ScriptedOneBot(SELF_ID, TOKEN, SECRET);
                var box = BenchBox.start(project, home, extra, line -> {});
                var client = new WebhookClient(
                        box.process(Service.EVENT_GATEWAY.module()).port(), BOT, account, SELF_ID, SECRET)) {
            register(box, account);
            awaitBot(client);
            var rows = new ArrayList<List<String>>();
            findings.note("warm-up of " + durations.warmUp().toSeconds() + " s, not measured");
            load(client, BOX_AT_WORK, durations.warmUp(), Duration.ZERO);
            int before = account.calls();
            var atWork = load(client, BOX_AT_WORK, durations.settling(), durations.throughput());
            rows.add(row("the whole box at work", BOX_AT_WORK, atWork));
            findings.note("answers in the chats meanwhile: " + (account.calls() - before));
            figures("beside the whole box at work", BOX_AT_WORK, atWork, findings);

            box.runner().destroyForcibly();
            box.box().holdAllBut(LEFT);
            findings.note("full load of " + durations.fullLoad().toSeconds() + " s, not measured");
            var alone = load(client, GATEWAY_ALONE, durations.fullLoad(), durations.throughput());
            rows.add(row("event-gateway with Kafka and PostgreSQL", GATEWAY_ALONE, alone));
            figures("with Kafka and PostgreSQL alone", GATEWAY_ALONE, alone, findings);
            findings.add(new Table(
                    "Webhook: the answers to webhooks",
                    "Signed events of OneBot, each a message of another person, from the time at which an event was due until the 204, which comes after Kafka has the event.\n"
                            + "At work, the box runs an agent for each event and sends its answer to the scripted implementation.",
                    List.of("", "offered", "count", "errors", "p50", "p95", "p99"),
                    rows));
        }
    }

    private static void register(BenchBox box, ScriptedOneBot account) throws Exception {
        box.serve(BOT, BenchRunner.ID, ProtocolCodec.mapper().createObjectNode());
        var bot = ProtocolCodec.mapper().createObjectNode().put("bot_id", BOT).put("platform", "onebot");
        var names = bot.putObject("secrets");
        names.putArray("webhook").add("HOOK");
        names.putArray("token").add("TOKEN");
        bot.putObject("options").put("api_url", account.apiUrl()).put("self_id", SELF_ID);
        box.create("/api/v1/bots", bot);
    }

    /** A replica knows a new bot after a moment. */
    private static void awaitBot(WebhookClient client) throws InterruptedException {
        for (int look = 0; ; look++) {
            try {
                client.begin(0).toCompletableFuture().get(1, TimeUnit.MINUTES);
                return;
            } catch (ExecutionException | TimeoutException e) {
                if (look == LOOKS) {
                    throw new IllegalStateException("event-gateway takes no webhook", e);
                }
                Thread.sleep(100);
            }
        }
    }

    private Summary load(WebhookClient client, int rate, Duration settling, Duration measured)
            throws InterruptedException {
        return new OpenLoop(new LoadSchedule(rate, settling, measured), durations.patience()).run(client);
    }

    private static void figures(String where, int rate, Summary seen, Findings findings) {
        findings.noteErrors(seen);
        findings.add(new Figure(
                "webhook",
                "webhook → its answer, " + where + ", at " + rate + "/s, p99",
                seen.p99(),
                "ms",
                new Bound.AtMost(AT_MOST_MILLISECONDS)));
        findings.add(new Figure("webhook", "errors among them", seen.errors(), "", new Bound.AtMost(0)));
    }

    private static List<String> row(String name, int rate, Summary seen) {
        var row = new ArrayList<>(List.of(name, rate + "/s"));
        row.addAll(Findings.cells(seen));
        return row;
    }
}
