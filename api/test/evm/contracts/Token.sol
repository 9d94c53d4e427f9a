// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity ^0.8.20;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ERC-20 as OpenZeppelin writes it, with six decimals, coins for whoever asks, and a blacklist like USDC's.
contract Token is ERC20 {
    mapping(address => bool) public isBlackListed;

    constructor() ERC20("USD Coin", "USDC") {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 units) external {
        _mint(to, units);
    }

    function setBlackListed(address holder, bool on) external {
        isBlackListed[holder] = on;
    }

    function _update(address from, address to, uint256 units) internal override {
        require(!isBlackListed[from] && !isBlackListed[to], "blacklisted");
        super._update(from, to, units);
    }
}
