package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.IncomingFiles;
import dev.agenthost.orchestrator.wire.SingleResponse;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.hostapi.FileChunk;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The icons of the plugins of one connection. The icon of each plugin is requested once, and again on a refresh: one request at a time,
 * which occupies a slot of a run. A missing or invalid icon has no other effect.
 */
public final class PluginIcons {
    /** Requests the icon of a plugin, in the format of the arrangement. */
    public interface Ask {
        OptionalLong request(String plugin, WireLink.Answers answers);
    }

    private static final Logger LOG = System.getLogger(PluginIcons.class.getName());
    private static final long REQUEST_LIMIT = Duration.ofSeconds(15).toNanos();
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final long NOTHING = -1;

    private final WireLink link;
    private final ConnectionSlots slots;
    private final IntSupplier capacity;
    private final Ask requester;
    private final Consumer<String> changed;
    private final LongSupplier nanos;
    private final IncomingFiles files = new IncomingFiles(IncomingFiles.Bounds.USUAL);
    private final Map<String, Icon> icons = new HashMap<>();
    private final Set<String> due = new LinkedHashSet<>();
    private Set<String> plugins = Set.of();
    private long pending = NOTHING;
    private long sentAt;

    /**
     * @param capacity the most concurrent runs of the connection
     * @param changed receives each plugin whose icon has changed
     * @param nanos the monotonic clock of this process
     */
    public PluginIcons(
            WireLink link,
            ConnectionSlots slots,
            IntSupplier capacity,
            Ask requester,
            Consumer<String> changed,
            LongSupplier nanos) {
        this.link = link;
        this.slots = slots;
        this.capacity = capacity;
        this.requester = requester;
        this.changed = changed;
        this.nanos = nanos;
    }

    /** Returns the icon of a plugin; empty if it has none or has not sent it yet. */
    public synchronized Optional<Icon> of(String plugin) {
        return Optional.ofNullable(icons.get(plugin));
    }

    /** Sets the plugins that may have icons; the icons of new plugins will be requested. */
    public synchronized void these(Set<String> now) {
        Set<String> fresh = new HashSet<>(now);
        fresh.removeAll(plugins);
        plugins = Set.copyOf(now);
        icons.keySet().retainAll(now);
        due.retainAll(now);
        due.addAll(fresh);
    }

    /** Requests all icons again. */
    public synchronized void again() {
        due.addAll(plugins);
    }

    /** Receives a chunk of a file. */
    public void take(Frame.Request request, WireLink.Reply reply) {
        switch (FileChunk.read(request.data())) {
            case FileChunk.Reading.Refused refused -> reply.failed("ValueError: " + refused.why());
            case FileChunk.Reading.Read read -> {
                switch (files.take(read.chunk(), nanos.getAsLong())) {
                    case IncomingFiles.Taking.Accepted taken -> reply.success(JsonNodeFactory.instance.objectNode());
                    case IncomingFiles.Taking.Refused refused -> reply.failed("ValueError: " + refused.why());
                }
            }
        }
    }

    /** Called each second. */
    public synchronized void check(long now) {
        files.forget(now);
        if (pending != NOTHING && (now - sentAt > REQUEST_LIMIT || !link.isOpen(pending))) {
            link.forget(pending);
            pending = NOTHING;
        }
        if (!due.isEmpty() && pending == NOTHING && slots.reserve(capacity.getAsInt())) {
            String plugin = due.iterator().next();
            OptionalLong number =
                    requester.request(plugin, new SingleResponse(link, answer -> receive(plugin, answer)));
            number.ifPresent(sent -> due.remove(plugin));
            pending = number.orElse(NOTHING);
            sentAt = now;
            slots.giveBack();
        }
    }

    private void receive(String plugin, Frame.Response response) {
        boolean isChanged =
                switch (IconAnswer.of(response, files)) {
                    case IconAnswer.Found found -> store(plugin, found.icon());
                    case IconAnswer.None none -> remove(plugin);
                    case IconAnswer.Failed failed -> false;
                    case IconAnswer.Invalid invalid -> {
                        LOG.log(Level.INFO, "plugin={0} has an invalid icon: {1}", plugin, invalid.why());
                        yield remove(plugin);
                    }
                };
        if (isChanged) {
            changed.accept(plugin);
        }
    }

    private synchronized boolean store(String plugin, Icon icon) {
        Icon previous = icons.get(plugin);
        if (!plugins.contains(plugin) || previous != null && previous.sha256().equals(icon.sha256())) {
            return false;
        }
        int others = icons.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(plugin))
                .mapToInt(entry -> entry.getValue().size())
                .sum();
        if (others + icon.size() > MOST_BYTES) {
            LOG.log(Level.INFO, "plugin={0} has no icon: the icons of its runtime are too large together", plugin);
            return remove(plugin);
        }
        icons.put(plugin, icon);
        return true;
    }

    private synchronized boolean remove(String plugin) {
        return icons.remove(plugin) != null;
    }

    /** Discards files and pending requests when the connection is closed. */
    public synchronized void closed() {
        files.clear();
        due.clear();
    }
}
