// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity ^0.8.20;

/// A token in the manner of Tether's on Ethereum: transfer returns nothing, and blacklisted addresses make it revert.
contract TetherStyle {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlackListed;
    uint8 public constant decimals = 6;

    function mint(address to, uint256 units) external {
        balanceOf[to] += units;
        emit Transfer(address(0), to, units);
    }

    function setBlackListed(address holder, bool on) external {
        isBlackListed[holder] = on;
    }

    function transfer(address to, uint256 units) external {
        require(!isBlackListed[msg.sender] && !isBlackListed[to], "blacklisted");
        balanceOf[msg.sender] -= units;
        balanceOf[to] += units;
        emit Transfer(msg.sender, to, units);
    }
}
