package dev.agenthost.walk.box;

import static dev.agenthost.walk.box.FrontDoor.fresh;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sends messages to a bot one after another, each in a conversation of its own; some answers take longer than the pause between two. */
public final class EventLoad implements Runnable {

    private static final long PAUSE_MILLIS = 100;
    private static final int SLOW = 3;

    /** An accepted event and its conversation. */
    public record Sent(String conversation, FrontDoor.Accepted accepted) {}

    private final FrontDoor door;
    private final String bot;
    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;

    public EventLoad(FrontDoor door, String bot) {
        this.door = door;
        this.bot = bot;
    }

    /** Sends until {@link #stop}. An event that is not accepted now is repeated. */
    @Override
    public void run() {
        for (int i = 0; !stopped; i++) {
            send(i % SLOW == 0 ? "sleep 0.3" : "message " + i);
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Sends one message, and returns when it is accepted. */
    public FrontDoor.Accepted send(String text) {
        var conversation = fresh();
        var accepted = door.say(bot, conversation, fresh(), text);
        sent.add(new Sent(conversation, accepted));
        return accepted;
    }

    /** The events that were accepted so far. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    public void stop() {
        stopped = true;
    }
}
