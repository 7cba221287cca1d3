package dev.agenthost.orchestrator.runner;

import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.PeerFields;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.id.RunnerId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** One socket of the plugin wire, with its waiting frames, slots and icons, dialled by either side. */
public abstract class WireConnection implements RunnerConnection {
    protected final Channel channel;
    protected final WireLink link;
    protected final ConnectionSlots seats;
    protected final PluginIcons icons;
    private final String id;
    private final Backlog backlog;
    private final PeerFields fields;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean misunderstood = new AtomicBoolean();

    /**
     * @param waiting the limits of waiting frames; above them the socket is not read
     * @param wording rewords a refusal for the other side
     * @param nanos this process's monotonic clock
     */
    protected WireConnection(
            String id,
            Channel channel,
            Backlog.Bounds waiting,
            UnaryOperator<AgentApiError> wording,
            LongSupplier nanos) {
        this.id = id;
        this.channel = channel;
        this.backlog = new Backlog(channel, waiting);
        this.fields = new PeerFields(this::declaredGeneration);
        this.link = new WireLink(channel, this::asked, wording, fields, this::misunderstood);
        this.seats = new ConnectionSlots(link, this::requestsBesideRuns, this::roomier);
        this.icons = new PluginIcons(link, seats, this::room, this::askIcon, plugin -> changed(), nanos);
    }

    /** The generation in the registration, or in the settings. */
    protected abstract SdkGeneration declaredGeneration();

    protected abstract void asked(Frame.Request request, WireLink.Reply reply);

    /** Called for an invalid frame, after the runs that it may have been for have ended. */
    protected abstract void misunderstood(Frame.Invalid invalid);

    /** @param plugin {@code author/name} */
    protected abstract OptionalLong askIcon(String plugin, WireLink.Answers answers);

    /** The runners or their icons changed. */
    protected abstract void changed();

    /** A slot for a run became free. */
    protected abstract void roomier();

    /** Called once, when the connection is over. */
    protected abstract void gone(String why);

    /** Requests in flight that are no runs. */
    protected int requestsBesideRuns() {
        return 0;
    }

    public abstract boolean isReady();

    protected final boolean isOver() {
        return over.get();
    }

    /** Returns true if the host does not read the peer, whose silence then means nothing. */
    protected final boolean isHeld() {
        return backlog.isHeld() || channel.isHeld();
    }

    /** Returns true for the first frame of this connection that loses data. */
    protected final boolean isFirstLoss(Frame.Invalid invalid) {
        return !invalid.kind().isBenign() && misunderstood.compareAndSet(false, true);
    }

    /** Receives a chunk of an icon. */
    protected final void takeFile(Frame.Request request, WireLink.Reply reply) {
        backlog.idleTalk(FileChunk.LARGEST);
        icons.take(request, reply);
    }

    /** @return false if the text was a fragment of a message whose end is missing */
    public final boolean received(String text) {
        if (over.get()) {
            return true;
        }
        int unused = link.received(text);
        if (unused > 0) {
            backlog.idleTalk(unused);
        }
        return !link.isWaiting();
    }

    /** The socket is closed. */
    public final void closed(String why) {
        if (over.compareAndSet(false, true)) {
            gone(why);
            link.closed(why);
            icons.closed();
        }
    }

    @Override
    public void check(long now) {
        backlog.check(now);
        if (!isHeld()) {
            link.check(System.nanoTime());
        }
        boolean isRoomier = seats.free(now);
        if (isReady()) {
            icons.check(now);
            if (isRoomier) {
                roomier();
            }
        }
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final Backlog backlog() {
        return backlog;
    }

    @Override
    public final SdkGeneration generation() {
        return fields.generation();
    }

    @Override
    public final Optional<Icon> icon(RunnerId runner) {
        return icons.of(runner.plugin());
    }

    @Override
    public final int taken() {
        return seats.taken();
    }

    @Override
    public final boolean reserve() {
        return seats.reserve(room());
    }

    @Override
    public final void giveBack() {
        seats.giveBack();
    }

    @Override
    public final void leave(long seqId, long until) {
        seats.leave(seqId, until);
    }
}
