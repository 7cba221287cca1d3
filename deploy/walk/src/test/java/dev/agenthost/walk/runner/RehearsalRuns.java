package dev.agenthost.walk.runner;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.walk.box.WalkBox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The runs of the conversation of a rehearsal whose first run has ended before the person was asked. */
final class RehearsalRuns {
    private static final Duration LONG = Duration.ofSeconds(150);

    private final WalkBox walk;
    private final String bot;
    private final String conversation;

    RehearsalRuns(WalkBox walk, String bot, String conversation) {
        this.walk = walk;
        this.bot = bot;
        this.conversation = conversation;
    }

    /** Waits for the question of a later run; empty if the rehearsal has ended without one. */
    Optional<RehearsalQuestion> question() {
        await("a later run asks or answers in " + conversation)
                .atMost(LONG)
                .pollInterval(200, MILLISECONDS)
                .until(() -> !questions().isEmpty() || isOver());
        return questions().stream().findFirst();
    }

    /** The outcome of the newest run; waits for a host that is being started again. */
    String lastOutcome() {
        return outcome(await("the runs of " + conversation)
                .atMost(LONG)
                .pollInterval(200, MILLISECONDS)
                .until(this::newest, Optional::isPresent)
                .orElseThrow());
    }

    static String outcome(JsonNode run) {
        return run.at("/outcome/type").asText() + " " + run.at("/outcome/code").asText();
    }

    private boolean isOver() {
        boolean isAnswered = walk.door.spoken(bot, conversation).stream().anyMatch(text -> text.contains("is over"));
        return isAnswered
                || newest().filter(run -> outcome(run).startsWith("run.failed")).isPresent();
    }

    private Optional<JsonNode> newest() {
        return runs().stream().findFirst();
    }

    private List<RehearsalQuestion> questions() {
        List<RehearsalQuestion> questions = new ArrayList<>();
        for (JsonNode run : runs()) {
            String id = run.path("run_id").asText();
            walk.door
                    .get("/api/v1/runs/" + id + "/interactions")
                    .body()
                    .path("items")
                    .forEach(question -> questions.add(RehearsalQuestion.listed(id, question)));
        }
        return questions;
    }

    /** The newest first. */
    private List<JsonNode> runs() {
        List<JsonNode> runs = new ArrayList<>();
        walk.door
                .get("/api/v1/runs?bot_id=" + bot + "&conversation_id=" + conversation)
                .body()
                .path("items")
                .forEach(runs::add);
        return runs;
    }
}
