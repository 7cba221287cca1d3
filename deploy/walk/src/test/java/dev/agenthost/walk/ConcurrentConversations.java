package dev.agenthost.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.walk.box.FrontDoor;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Many people send messages at once, each in a conversation of their own. */
final class ConcurrentConversations {

    private static final int CONVERSATIONS = 200;
    private static final int MESSAGES = 10;

    private ConcurrentConversations() {}

    static void allAnsweredInOrder(FrontDoor door) throws InterruptedException {
        try (var people = Executors.newFixedThreadPool(CONVERSATIONS)) {
            var wrong = new ConcurrentLinkedQueue<String>();
            for (int person = 0; person < CONVERSATIONS; person++) {
                int who = person;
                people.execute(() -> {
                    try {
                        talk(door, who);
                    } catch (Throwable failed) {
                        wrong.add(who + ": " + failed);
                    }
                });
            }
            people.shutdown();
            assertThat(people.awaitTermination(10, TimeUnit.MINUTES)).isTrue();
            assertThat(wrong).isEmpty();
        }
    }

    /** Sends all messages without waiting for an answer, then reads every answer. */
    private static void talk(FrontDoor door, int who) {
        var conversation = UUID.randomUUID().toString();
        var runs = new java.util.ArrayList<FrontDoor.Accepted>();
        for (int i = 0; i < MESSAGES; i++) {
            runs.add(door.say("demo", conversation, UUID.randomUUID().toString(), "person " + who + " message " + i));
        }
        long ended = 0;
        for (int i = 0; i < MESSAGES; i++) {
            var stream = door.follow(runs.get(i).stream());
            RunInvariants.sound(stream);
            assertThat(FrontDoor.said(stream)).isEqualTo("person " + who + " message " + i);
            long started = java.time.Instant.parse(
                            stream.getFirst().payload().path("started_at").asText())
                    .toEpochMilli();
            assertThat(started).as("turns do not overtake").isGreaterThanOrEqualTo(ended);
            ended = started;
        }
    }
}
