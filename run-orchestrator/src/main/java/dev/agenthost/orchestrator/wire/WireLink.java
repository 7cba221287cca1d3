package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Both directions of one connection: numbers the host's requests, passes each answer to its request in order, and limits the requests in
 * flight of either side. Frames come in from one thread; requests and answers go out from any.
 */
public final class WireLink {
    /** The most requests of the other side at once; the next is answered as busy. */
    public static final int THEIRS_IN_FLIGHT = 128;

    /** Characters of such requests; one that comes alone may be larger. Two of the largest messages. */
    public static final long THEIRS_AT_ONCE = 32L * 1024 * 1024;

    /** Characters; two of the largest messages fit beside it before a connection counts as too slow. */
    public static final long CROWDED = 32L * 1024 * 1024;

    private static final String BUSY = "Runtime connection is busy (max 128 concurrent actions)";
    /** The most bytes of a small request; a connection may send 128 of them at once, beside the large ones. */
    private static final int SMALL = 64 * 1024;

    /** Bytes kept free in a message: the frame around its data, and what the fields of a generation add to the data. */
    public static final int AROUND = 16 * 1024;

    private static final String FULL = "Runtime connection is busy (max 32 MiB of concurrent actions)";

    private static final String HOST_FULL = "Runtime is busy (concurrent actions of all connections)";

    /** Receives the answers to one request. */
    public interface Answers {
        /** @param size characters of the frame that carried it */
        void answered(Frame.Response response, int size);

        void lost(String why);

        /** Called for a frame that may have been an answer to this request and is not understood. */
        default void misunderstood(String why) {}
    }

    /** Converts the fields of outgoing data to those of the other side. May change the data in place. */
    public interface Fields {
        JsonNode request(String action, JsonNode data);

        JsonNode answer(Frame.Request call, JsonNode data);
    }

    /** The fields as the host has them. */
    private static final Fields AS_THEY_ARE = new Fields() {
        @Override
        public JsonNode request(String action, JsonNode data) {
            return data;
        }

        @Override
        public JsonNode answer(Frame.Request call, JsonNode data) {
            return data;
        }
    };

    /** Serves what the other side asks; answers exactly once. */
    public interface Asked {
        void asked(Frame.Request request, Reply reply);
    }

    private final FrameSink out;
    private final Asked asked;
    private final UnaryOperator<AgentApiError> wording;
    private final Consumer<Frame.Noise> misunderstood;
    private final MessageJoiner joiner = new MessageJoiner();
    private final Fields fields;
    private final AtomicLong lastSeqId = new AtomicLong();
    private final AtomicInteger theirs = new AtomicInteger();
    private final AtomicLong theirSize = new AtomicLong();
    private final Map<Long, Answers> ours = new ConcurrentHashMap<>();
    private volatile int oursAtMost = 128;
    private volatile int largest = SdkGeneration.MOST_BYTES;
    private volatile boolean closed;

    public WireLink(FrameSink out, Asked asked) {
        this(out, asked, UnaryOperator.identity(), AS_THEY_ARE, noise -> {});
    }

    /**
     * @param wording rewords a refusal for a side that does not receive all of its fields
     * @param fields renames fields to those of the other side
     * @param misunderstood receives each frame that is not understood, after the runs that it may have been for have ended
     */
    public WireLink(
            FrameSink out,
            Asked asked,
            UnaryOperator<AgentApiError> wording,
            Fields fields,
            Consumer<Frame.Noise> misunderstood) {
        this.out = out;
        this.asked = asked;
        this.wording = wording;
        this.fields = fields;
        this.misunderstood = misunderstood;
    }

    /** Sets the most requests of the host that the other side takes at once. */
    public void allow(int oursInFlight) {
        oursAtMost = oursInFlight;
    }

    /** @param bytes of the largest message that the other side takes */
    public void takes(int bytes) {
        largest = bytes;
    }

    public int inFlight() {
        return ours.size();
    }

    /** @return the request's number, or empty when the connection is closed or has no room */
    public synchronized OptionalLong request(String action, JsonNode data, @Nullable Tenant tenant, Answers answers) {
        if (closed || ours.size() >= oursAtMost) {
            return OptionalLong.empty();
        }
        long seqId = lastSeqId.incrementAndGet();
        ours.put(seqId, answers);
        out.send(FrameCodec.request(seqId, action, fields.request(action, data), tenant));
        return OptionalLong.of(seqId);
    }

    /** Sends a request that is not answered; it takes no place among those in flight. */
    public synchronized void notice(String action, JsonNode data) {
        if (!closed) {
            out.send(FrameCodec.request(lastSeqId.incrementAndGet(), action, data, null));
        }
    }

    /** Returns true if the request may still get answers. */
    public boolean isOpen(long seqId) {
        return ours.containsKey(seqId);
    }

    /** Frees the request's place: a later answer to it is ignored, as for any unknown number. */
    public void forget(long seqId) {
        ours.remove(seqId);
    }

    /** Frees the place of the request that has these answers. */
    void forget(Answers answers) {
        ours.values().remove(answers);
    }

    /**
     * Takes a text of the connection: a frame, or a chunk of one.
     *
     * @return 0, or the weight of a useless text: noise, a ping, an answer without an open request, a request refused as too much
     */
    public int received(String text) {
        long now = System.nanoTime();
        MessageJoiner.Document document = joiner.add(text, now);
        if (document == null) {
            check(now);
            return 0;
        }
        int weight = document.weight();
        boolean used =
                switch (FrameCodec.parse(document.text(), document.values())) {
                    case Frame.Noise noise -> noise(noise);
                    case Frame.Response response -> answered(response, weight);
                    case Frame.Request request -> asked(request, weight);
                };
        return used ? 0 : Math.max(1, weight);
    }

    /** True if the end of a frame is missing. */
    public boolean isWaiting() {
        return joiner.isWaiting();
    }

    /** Each second: gives up a frame whose end does not come. @param now of {@link System#nanoTime} */
    public void check(long now) {
        if (joiner.drop(now)) {
            noise(new Frame.Noise(Frame.Kind.UNFINISHED));
        }
    }

    /**
     * Ends the run, or fails the request, that an answer belongs to; all of them if that is unknown. A request gets an error instead, and
     * its run continues.
     */
    private boolean noise(Frame.Noise noise) {
        Long seqId = noise.seqId();
        if (seqId != null && noise.isRequest()) {
            out.send(FrameCodec.error(
                    seqId,
                    wording.apply(AgentApiError.of(
                            noise.kind() == Frame.Kind.TOO_MANY_VALUES
                                    ? FailureCode.PAYLOAD_TOO_LARGE
                                    : FailureCode.INVALID_ARGUMENT,
                            "The message was not understood: " + noise.why()))));
        } else if (!noise.kind().isBenign()) {
            Answers one = seqId == null ? null : ours.get(seqId);
            (one == null ? List.copyOf(ours.values()) : List.of(one))
                    .forEach(answers -> answers.misunderstood("a message was not understood: " + noise.why()));
        }
        misunderstood.accept(noise);
        return false;
    }

    private boolean answered(Frame.Response response, int size) {
        Answers answers = ours.get(response.seqId());
        if (answers == null) {
            return noise(new Frame.Noise(Frame.Kind.UNKNOWN_SEQ_ID, response.seqId(), false));
        }
        // A failure ends a stream as surely as its end frame: no end follows it.
        if (response.end() || response.failed()) {
            ours.remove(response.seqId());
        }
        answers.answered(response, size);
        return true;
    }

    private boolean asked(Frame.Request request, int weight) {
        if (request.action().equals("__ping")) {
            out.send(FrameCodec.success(
                    request.seqId(), JsonNodeFactory.instance.objectNode().put("pong", "pong")));
        } else if (theirs.incrementAndGet() > THEIRS_IN_FLIGHT) {
            theirs.decrementAndGet();
            out.send(FrameCodec.failure(request.seqId(), BUSY));
        } else {
            return held(request, weight);
        }
        return false;
    }

    /** Hands it on where this connection, and the process, may hold one more of that weight. */
    private boolean held(Frame.Request request, int weight) {
        boolean isLarge = weight > SMALL;
        int size = isLarge ? weight : 0;
        boolean fits = theirSize.addAndGet(size) <= Math.max(size, THEIRS_AT_ONCE) || !isLarge;
        RequestMemory.Hold hold = fits ? (isLarge ? RequestMemory.LARGE : RequestMemory.SMALL).take(weight) : null;
        if (hold == null) {
            theirs.decrementAndGet();
            theirSize.addAndGet(-size);
            out.send(FrameCodec.failure(request.seqId(), fits ? HOST_FULL : FULL));
            return false;
        }
        asked.asked(request, new Reply(request, size, hold));
        return true;
    }

    /** The connection is gone: each open request learns of it, once. */
    public void closed(String why) {
        List<Answers> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            open = List.copyOf(ours.values());
            ours.clear();
        }
        open.forEach(answers -> answers.lost(why));
    }

    /** The answer to one request of theirs. A second answer, or one after the connection's end, is not sent. */
    public final class Reply {
        private final Frame.Request call;
        private final long seqId;
        private final int size;
        private final RequestMemory.Hold hold;
        private final AtomicInteger open = new AtomicInteger(1);

        private Reply(Frame.Request call, int size, RequestMemory.Hold hold) {
            this.call = call;
            this.seqId = call.seqId();
            this.size = size;
            this.hold = hold;
        }

        /** Returns true if so much is unread that a repeatable request should be refused. */
        public boolean isCrowded() {
            return out.unread() > CROWDED;
        }

        /** Bytes of data that one message to the other side has room for. */
        public int most() {
            return largest - AROUND;
        }

        /** True if the other side accepts the data as one message. */
        public boolean fits(JsonNode data) {
            return JsonText.fits(data, most());
        }

        public void success(JsonNode data) {
            send(FrameCodec.success(seqId, fields.answer(call, data)));
        }

        public void refused(AgentApiError error) {
            send(FrameCodec.error(seqId, wording.apply(error)));
        }

        public void failed(String message) {
            send(FrameCodec.failure(seqId, message));
        }

        /**
         * One piece of a stream; {@link #end} or a refusal comes after the last.
         *
         * @param written is run when the other side has taken it, or never will
         */
        public void chunk(JsonNode data, Runnable written) {
            if (open.get() == 1 && !closed) {
                out.send(FrameCodec.success(seqId, data), written);
            } else {
                written.run();
            }
        }

        public void end() {
            send(FrameCodec.end(seqId));
        }

        private void send(String text) {
            if (open.getAndSet(0) == 1) {
                theirs.decrementAndGet();
                theirSize.addAndGet(-size);
                hold.giveBack();
                if (!closed) {
                    out.send(text);
                }
            }
        }
    }
}
