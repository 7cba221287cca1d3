package dev.agenthost.walk.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.box.Box;
import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.testkit.process.FreePorts;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a box starts again on the data of its first start, with all services and the migrations they applied. */
class BoxRestartTest {
    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();

    private static final String BOT = "demo";

    @TempDir
    Path home;

    @Test
    void secondStartHasTheRunsOfTheFirstAndAnswers() throws Exception {
        StartCaches.make(PROJECT);
        String first;
        try (var box = start()) {
            first = answered(box, "before");
        }
        try (var box = start()) {
            assertThat(door(box)
                            .get("/api/v1/runs/" + first)
                            .body()
                            .path("state")
                            .asText())
                    .isEqualTo("ended");
            assertThat(door(box).spoken(BOT, "restart")).containsExactly("before");
            answered(box, "after");
        }
    }

    /** Sends a text to echo, waits for its answer, and returns the run. */
    private static String answered(Box box, String text) {
        var accepted = door(box).say(BOT, "restart", FrontDoor.fresh(), text);
        assertThat(FrontDoor.said(door(box).follow(accepted.stream()))).isEqualTo(text);
        return accepted.runId();
    }

    private static FrontDoor door(Box box) {
        return new FrontDoor(box.frontDoor().toString(), box.apiKey());
    }

    private Box start() throws Exception {
        var options = new BoxOptions(
                new BoxLayout(PROJECT, home),
                1,
                FreePorts.next(),
                Map.of(),
                line -> System.out.println("box: " + line));
        return Box.start(options.withEchoAlone());
    }
}
