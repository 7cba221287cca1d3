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
 * Both directions of one connection: numbers the requests of the host, passes each response to its request in order, and limits the
 * open requests of both sides. Frames arrive on one thread; any thread may send.
 */
public final class WireLink {
    /** The most open requests of the peer; further ones are refused as busy. */
    public static final int THEIRS_IN_FLIGHT = 128;

    /** The most characters of such requests: two of the largest messages. A single request may exceed it. */
    public static final long THEIRS_AT_ONCE = 32L * 1024 * 1024;

    /** The unread characters above which a repeatable request is refused; two of the largest messages fit before the connection closes. */
    public static final long CROWDED = 32L * 1024 * 1024;

    private static final String BUSY = "Runtime connection is busy (max 128 concurrent actions)";
    /** The most bytes of a small request; a connection may have 128 open ones, besides the large ones. */
    private static final int SMALL = 64 * 1024;

    /** The reserved bytes of a message: its frame, and the fields that a generation adds to the data. */
    public static final int AROUND = 16 * 1024;

    private static final String FULL = "Runtime connection is busy (max 32 MiB of concurrent actions)";

    private static final String HOST_FULL = "Runtime is busy (concurrent actions of all connections)";

    /** Receives the responses to one request. */
    public interface Answers {
        /** @param size the characters of the frame */
        void answered(Frame.Response response, int size);

        void lost(String why);

        /** Called for an invalid frame that may be a response to this request. */
        default void misunderstood(String why) {}
    }

    /** Converts the fields of outgoing data to those of the peer. May change the data in place. */
    public interface Fields {
        JsonNode request(String action, JsonNode data);

        JsonNode answer(Frame.Request call, JsonNode data);
    }

    /** Leaves the fields unchanged. */
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

    /** Serves the requests of the peer; replies exactly once. */
    public interface RequestHandler {
        void asked(Frame.Request request, Reply reply);
    }

    private final FrameSink out;
    private final RequestHandler asked;
    private final UnaryOperator<AgentApiError> wording;
    private final Consumer<Frame.Invalid> misunderstood;
    private final MessageJoiner joiner = new MessageJoiner();
    private final Fields fields;
    private final AtomicLong lastSeqId = new AtomicLong();
    private final AtomicInteger peerRequests = new AtomicInteger();
    private final AtomicLong theirSize = new AtomicLong();
    private final Map<Long, Answers> hostRequests = new ConcurrentHashMap<>();
    private volatile int mostOpenRequests = 128;
    private volatile int largest = SdkGeneration.MOST_BYTES;
    private volatile boolean closed;

    public WireLink(FrameSink out, RequestHandler asked) {
        this(out, asked, UnaryOperator.identity(), AS_THEY_ARE, invalid -> {});
    }

    /**
     * @param wording rewords a refusal for a peer that does not receive all of its fields
     * @param fields converts fields to those of the peer
     * @param misunderstood receives each invalid frame, after the runs that it may belong to have ended
     */
    public WireLink(
            FrameSink out,
            RequestHandler asked,
            UnaryOperator<AgentApiError> wording,
            Fields fields,
            Consumer<Frame.Invalid> misunderstood) {
        this.out = out;
        this.asked = asked;
        this.wording = wording;
        this.fields = fields;
        this.misunderstood = misunderstood;
    }

    /** Sets the most open requests of the host that the peer accepts. */
    public void allow(int openRequests) {
        mostOpenRequests = openRequests;
    }

    /** @param bytes the size of the largest message that the peer accepts */
    public void takes(int bytes) {
        largest = bytes;
    }

    public int inFlight() {
        return hostRequests.size();
    }

    /** @return the number of the request; empty if the connection is closed or has too many open requests */
    public synchronized OptionalLong request(String action, JsonNode data, @Nullable Tenant tenant, Answers answers) {
        if (closed || hostRequests.size() >= mostOpenRequests) {
            return OptionalLong.empty();
        }
        long seqId = lastSeqId.incrementAndGet();
        hostRequests.put(seqId, answers);
        out.send(FrameCodec.request(seqId, action, fields.request(action, data), tenant));
        return OptionalLong.of(seqId);
    }

    /** Sends a request without a response; it does not count as open. */
    public synchronized void notice(String action, JsonNode data) {
        if (!closed) {
            out.send(FrameCodec.request(lastSeqId.incrementAndGet(), action, data, null));
        }
    }

    /** Returns true if the request is open. */
    public boolean isOpen(long seqId) {
        return hostRequests.containsKey(seqId);
    }

    /** Closes the request: a later response to it is ignored, as for any unknown number. */
    public void forget(long seqId) {
        hostRequests.remove(seqId);
    }

    /** Closes the request with this receiver. */
    void forget(Answers answers) {
        hostRequests.values().remove(answers);
    }

    /**
     * Receives a text of the connection: a frame, or a fragment of one.
     *
     * @return 0, or the weight of a useless text: an invalid frame, a ping, a response without an open request, a refused request
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
                    case Frame.Invalid invalid -> invalid(invalid);
                    case Frame.Response response -> answered(response, weight);
                    case Frame.Request request -> asked(request, weight);
                };
        return used ? 0 : Math.max(1, weight);
    }

    /** Returns true if the end of a frame is missing. */
    public boolean isWaiting() {
        return joiner.isWaiting();
    }

    /** Called each second: drops a frame whose end does not arrive. @param now of {@link System#nanoTime} */
    public void check(long now) {
        if (joiner.drop(now)) {
            invalid(new Frame.Invalid(Frame.Kind.UNFINISHED));
        }
    }

    /**
     * Ends the run, or fails the request, that an invalid response belongs to; all of them if that is unknown. An invalid request is
     * refused, and its run continues.
     */
    private boolean invalid(Frame.Invalid invalid) {
        Long seqId = invalid.seqId();
        if (seqId != null && invalid.isRequest()) {
            out.send(FrameCodec.error(
                    seqId,
                    wording.apply(AgentApiError.of(
                            invalid.kind() == Frame.Kind.TOO_MANY_VALUES
                                    ? FailureCode.PAYLOAD_TOO_LARGE
                                    : FailureCode.INVALID_ARGUMENT,
                            "The message was not understood: " + invalid.why()))));
        } else if (!invalid.kind().isBenign()) {
            Answers one = seqId == null ? null : hostRequests.get(seqId);
            (one == null ? List.copyOf(hostRequests.values()) : List.of(one))
                    .forEach(answers -> answers.misunderstood("invalid message: " + invalid.why()));
        }
        misunderstood.accept(invalid);
        return false;
    }

    private boolean answered(Frame.Response response, int size) {
        Answers answers = hostRequests.get(response.seqId());
        if (answers == null) {
            return invalid(new Frame.Invalid(Frame.Kind.UNKNOWN_SEQ_ID, response.seqId(), false));
        }
        // A failure ends a stream: no end frame follows it.
        if (response.end() || response.failed()) {
            hostRequests.remove(response.seqId());
        }
        answers.answered(response, size);
        return true;
    }

    private boolean asked(Frame.Request request, int weight) {
        if (request.action().equals("__ping")) {
            out.send(FrameCodec.success(
                    request.seqId(), JsonNodeFactory.instance.objectNode().put("pong", "pong")));
        } else if (peerRequests.incrementAndGet() > THEIRS_IN_FLIGHT) {
            peerRequests.decrementAndGet();
            out.send(FrameCodec.failure(request.seqId(), BUSY));
        } else {
            return held(request, weight);
        }
        return false;
    }

    /** Serves the request if the limits of this connection and of the process permit its weight. */
    private boolean held(Frame.Request request, int weight) {
        boolean isLarge = weight > SMALL;
        int size = isLarge ? weight : 0;
        boolean fits = theirSize.addAndGet(size) <= Math.max(size, THEIRS_AT_ONCE) || !isLarge;
        RequestMemory.Hold hold = fits ? (isLarge ? RequestMemory.LARGE : RequestMemory.SMALL).take(weight) : null;
        if (hold == null) {
            peerRequests.decrementAndGet();
            theirSize.addAndGet(-size);
            out.send(FrameCodec.failure(request.seqId(), fits ? HOST_FULL : FULL));
            return false;
        }
        asked.asked(request, new Reply(request, size, hold));
        return true;
    }

    /** Fails every open request when the connection is closed. */
    public void closed(String why) {
        List<Answers> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            open = List.copyOf(hostRequests.values());
            hostRequests.clear();
        }
        open.forEach(answers -> answers.lost(why));
    }

    /** The reply to one request of the peer. A second reply, or one after the end of the connection, is not sent. */
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

        /** Returns the most bytes of data of one message to the peer. */
        public int most() {
            return largest - AROUND;
        }

        /** Returns true if the peer accepts the data as one message. */
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
         * Sends a chunk of a stream; {@link #end} or a refusal follows the last.
         *
         * @param written runs once the peer has accepted the chunk, or never will
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
                peerRequests.decrementAndGet();
                theirSize.addAndGet(-size);
                hold.giveBack();
                if (!closed) {
                    out.send(text);
                }
            }
        }
    }
}
