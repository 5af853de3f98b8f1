package dev.zipfs.examples.policy;

// snippet: contract
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.testkit.contract.CachePolicyContract;

class LauncherPolicyContractTest extends CachePolicyContract {
    @Override
    protected CachePolicy policy() {
        return new LauncherPolicy();
    }
}
// end
