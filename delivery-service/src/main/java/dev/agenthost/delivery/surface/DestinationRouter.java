package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import dev.agenthost.protocol.run.TargetSurface;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the destination of a run's parts: the target of the binding; without one, the bot of the host or the adapter whose surface
 * the event came from. A reader of another surface uses the live stream.
 */
public final class DestinationRouter {

    /** Surfaces that are no adapters, besides those of targets: the surfaces of stream readers, and that of schedules. */
    private static final Set<String> RESERVED = Set.of("api", "webui", "scheduler");

    /** A router without adapters. */
    public static final DestinationRouter NO_ADAPTERS = new DestinationRouter(List.of());

    private final Map<String, Adapter> adapters;
    private final BooleanSupplier hasBots;

    /** A router without bots. */
    public DestinationRouter(Collection<Adapter> adapters) {
        this(adapters, () -> false);
    }

    /**
     * @param hasBots true while a bot of the host is registered
     * @throws IllegalArgumentException for an adapter with the name of another surface
     */
    public DestinationRouter(Collection<Adapter> adapters, BooleanSupplier hasBots) {
        this.hasBots = hasBots;
        this.adapters = adapters.stream().collect(Collectors.toUnmodifiableMap(Adapter::name, Function.identity()));
        this.adapters.keySet().stream()
                .filter(name -> RESERVED.contains(name)
                        || TargetSurface.ofWire(name).isPresent()
                        || WireName.find(BotPlatform.class, name).isPresent())
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("An adapter must not be named " + name);
                });
    }

    /** Returns the destination of this run's parts; null when none are sent. */
    public @Nullable Destination of(String workspaceId, DeliveryState state) {
        DeliveryPolicy policy = state.policy();
        DeliveryTarget target = policy == null ? null : policy.target();
        if (target != null) {
            Optional<TargetSurface> surface = TargetSurface.ofWire(target.surface());
            return surface.isPresent() ? of(surface.get(), target) : null;
        }
        Destination bot = bot(state);
        if (bot != null) {
            return bot;
        }
        Adapter adapter = adapter(workspaceId, state);
        return adapter == null ? null : new Destination.Outbound(adapter.name());
    }

    private static @Nullable Destination of(TargetSurface surface, DeliveryTarget target) {
        return switch (surface) {
            case WEBHOOK -> target.url() == null ? null : new Destination.Webhook(target.url(), target.secretRef());
        };
    }

    /** Returns the bot or the adapter that receives deltas of this run; null when none does. */
    public @Nullable Destination deltaDestination(String workspaceId, DeliveryState state) {
        DeliveryContext context = state.context();
        DeliveryPolicy policy = state.policy();
        if (context == null || policy == null) {
            return null;
        }
        boolean isStreamed = context.supportsStreaming() && policy.streaming() && policy.target() == null;
        Destination bot = bot(state);
        Adapter adapter = adapter(workspaceId, state);
        if (isStreamed && bot != null) {
            return bot;
        }
        return isStreamed && adapter != null && adapter.deltas() ? new Destination.Outbound(adapter.name()) : null;
    }

    /**
     * Returns the bot or the adapter to notify that the run begins; null if there is none, or the event of an adapter declares no support
     * for it.
     */
    public @Nullable Destination typingDestination(String workspaceId, DeliveryState state) {
        DeliveryPolicy policy = state.policy();
        Destination bot = policy == null || policy.target() == null ? bot(state) : null;
        if (bot != null) {
            return bot;
        }
        String adapter = declaringAdapter(workspaceId, state, "supports_typing");
        return adapter == null ? null : new Destination.Outbound(adapter);
    }

    /** Returns the adapter that shows graphs of actions; null if there is none or the event declares no support for them. */
    public @Nullable String progressAdapter(String workspaceId, DeliveryState state) {
        return declaringAdapter(workspaceId, state, "supports_progress");
    }

    private @Nullable String declaringAdapter(String workspaceId, DeliveryState state, String capability) {
        DeliveryContext context = state.context();
        DeliveryPolicy policy = state.policy();
        Adapter adapter = adapter(workspaceId, state);
        if (adapter == null || context == null || policy == null) {
            return null;
        }
        boolean requested = adapter.deltas()
                && context.platformCapabilities().path(capability).asBoolean()
                && policy.target() == null;
        return requested ? adapter.name() : null;
    }

    /**
     * Returns all destinations that runs of the conversation of this run may have: that of this run first, then its bot and its adapter;
     * empty if parts of this run are not sent anywhere.
     */
    public List<Destination> ofConversation(String workspaceId, DeliveryState state) {
        Destination own = of(workspaceId, state);
        Adapter adapter = adapter(workspaceId, state);
        Destination outbound = adapter == null ? null : new Destination.Outbound(adapter.name());
        return own == null
                ? List.of()
                : Stream.of(Optional.of(own), Optional.ofNullable(bot(state)), Optional.ofNullable(outbound))
                        .flatMap(Optional::stream)
                        .distinct()
                        .toList();
    }

    /** Returns true if any bot or adapter receives deltas. */
    public boolean anyDeltas() {
        return hasBots.getAsBoolean() || adapters.values().stream().anyMatch(Adapter::deltas);
    }

    /**
     * Returns the bot of the event, if the host connects its platform itself; such an event comes from that bot only. It may be registered
     * a moment before this replica knows it, so it is looked for when its parts are sent.
     */
    private static @Nullable Destination bot(DeliveryState state) {
        DeliveryContext context = state.context();
        String botId = state.botId();
        if (context == null || botId == null) {
            return null;
        }
        return WireName.find(BotPlatform.class, context.surface())
                .filter(BotPlatform::hasChats)
                .<Destination>map(platform -> new Destination.Bot(platform, botId))
                .orElse(null);
    }

    private @Nullable Adapter adapter(String workspaceId, DeliveryState state) {
        Adapter adapter =
                state.context() == null ? null : adapters.get(state.context().surface());
        String bot = state.botId();
        return adapter != null && bot != null && adapter.serves(workspaceId, bot) ? adapter : null;
    }
}
